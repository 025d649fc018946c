"""Calls about people: making an account, getting a token, and who and where I am."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext as _
from rest_framework.authtoken.models import Token
from rest_framework.decorators import api_view, authentication_classes, permission_classes, throttle_classes
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.accounts.forms import KeepForm
from parlor.accounts.models import User
from parlor.accounts.services import create_account, keep_language
from parlor.api.answers import Account, Me, TableLine, TokenAnswer
from parlor.api.bodies import read
from parlor.api.errors import Refusal
from parlor.api.schema import describe
from parlor.api.shapes import Credentials, MyTablesQuery, NewAccount
from parlor.api.state import line
from parlor.api.throttles import AccountThrottle, TokenThrottle
from parlor.tables.selectors import my_tables, person, turns, waits_for


@describe(
    "make_account", Account, 400, 413, 415, 429, status=201, request=NewAccount, auth=[],
    summary="Make an account; it can be used at once",
)  # fmt: skip
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
@throttle_classes([AccountThrottle])
def accounts(request: Request) -> Response:
    """An address that somebody has already is taken all the same, so that nobody learns who is here."""
    given = read(request, NewAccount)
    form = KeepForm(
        {"username": given["username"], "email": given["email"], "password1": given["password"]}, guest=User()
    )
    if not form.is_valid():
        field, complaints = next(iter(form.errors.items()))
        raise Refusal(400, str(complaints[0]), **({} if field == "__all__" else {"field": field.removesuffix("1")}))
    try:
        user = create_account(
            username=form.cleaned_data["username"], email=form.cleaned_data["email"], password=given["password"]
        )
    except IntegrityError:  # somebody took the name in this moment
        raise Refusal(400, _("Somebody here has that name already."), field="username") from None
    keep_language(user)
    EmailAddress.objects.get(user=user).send_confirmation(request._request, signup=True)
    return Response({"username": user.username, "email": user.email}, status=201)


@describe(
    "get_token", TokenAnswer, 400, 401, 413, 415, 429, request=Credentials, auth=[],
    summary="Get the token that signs further calls",
)  # fmt: skip
@api_view(["POST"])
@authentication_classes([])
@permission_classes([AllowAny])
@throttle_classes([TokenThrottle])
def token(request: Request) -> Response:
    given = read(request, Credentials)
    try:
        user = get_adapter().authenticate(request._request, username=given["username"], password=given["password"])
    except ValidationError as error:  # too many failed tries for this name
        raise Refusal(429, error.messages[0]) from None
    if user is None or not user.is_active:
        answer = Response({"detail": _("Name and password do not fit together.")}, status=401)
        answer["WWW-Authenticate"] = "Token"
        return answer
    made, _new = Token.objects.get_or_create(user=user)
    return Response({"token": made.key})


@describe("me", Me, 401, summary="Who am I?")
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def me(request: Request) -> Response:
    user = person(request.user)
    assert user is not None
    return Response({"username": user.username, "email": user.email, "is_guest": user.is_guest, "turns": turns(user)})


@describe(
    "my_tables", TableLine(many=True), 400, 401, parameters=[MyTablesQuery],
    summary="My tables, those that wait for me first",
)  # fmt: skip
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def tables(request: Request) -> Response:
    query = MyTablesQuery(data=request.query_params)
    query.is_valid(raise_exception=True)
    user = person(request.user)
    assert user is not None
    found = my_tables(user)
    if query.validated_data.get("turn"):
        found = [table for table in found if waits_for(table, user)]
    return Response([line(table, user) for table in found])
