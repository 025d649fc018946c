"""Guests, keeping a guest's name, and the account page. The rest of /accounts/ is allauth's."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from allauth.account import views as allauth_views
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login as start_session
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_POST

from parlor.accounts.forms import KeepForm, PreferencesForm
from parlor.accounts.limits import hold_request
from parlor.accounts.models import User
from parlor.accounts.preferences import guessed_zone, languages, preferences_of, set_language_cookie
from parlor.accounts.services import create_guest, keep_language, set_preferences

View = Callable[..., HttpResponseBase]


def next_address(request: HttpRequest) -> str:
    """Where to go afterwards: the form's `next` if it is on this site, else the home page."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    fits = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if fits else settings.LOGIN_REDIRECT_URL


def for_people_with_accounts(view: View) -> View:
    """Sends guests to the page where they become an account."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("account_keep")
        return view(request, *args, **kwargs)

    return guarded


def not_twice(view: View) -> View:
    """Sends those who are signed in with an account home; a guest may still sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(next_address(request))
        return view(request, *args, **kwargs)

    return guarded


def counted(what: str) -> Callable[[View], View]:
    """Counts each sending of the view's form. Raises TooOften, which becomes a page."""

    def around(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            if request.method == "POST":
                hold_request(what, request)
            return view(request, *args, **kwargs)

        return guarded

    return around


login = not_twice(counted("sign-in")(allauth_views.login))
signup = not_twice(for_people_with_accounts(counted("sign-up")(allauth_views.signup)))
password_reset = counted("password-reset")(allauth_views.password_reset)
email = for_people_with_accounts(allauth_views.email)
password_change = for_people_with_accounts(allauth_views.password_change)
password_set = for_people_with_accounts(allauth_views.password_set)


@login_required
def account(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/account.html")


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """One press makes a guest and signs in; who is signed in already stays who they are."""
    if request.user.is_authenticated:
        return redirect(next_address(request))
    hold_request("guests", request)
    newcomer = create_guest()
    keep_language(newcomer)
    start_session(request, newcomer, backend=settings.AUTHENTICATION_BACKENDS[0])
    return redirect(next_address(request))


@login_required
def keep(request: HttpRequest) -> HttpResponse:
    """A guest chooses name, mail and password, and stays the same person."""
    person = cast(User, request.user)
    if not person.is_guest:
        return redirect("account")
    form = KeepForm(request.POST or None, guest=person)
    if request.method == "POST" and form.is_valid() and form.save():
        update_session_auth_hash(request, person)
        EmailAddress.objects.get(user=person).send_confirmation(request, signup=True)
        messages.success(request, _("Welcome, %(name)s. Your tables came with you.") % {"name": person.username})
        return redirect(next_address(request))
    return render(request, "accounts/keep.html", {"form": form, "next": next_address(request)})


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """All preferences on one page; they hold from the next page on."""
    person = cast(User, request.user)
    form = PreferencesForm(request.POST or None, instance=preferences_of(person), guessed=guessed_zone(request))
    if request.method == "POST" and form.is_valid():
        set_preferences(user=person, **form.cleaned_data)
        with override(form.cleaned_data["language"] or None):
            messages.success(request, _("Your preferences are kept."))
        response = redirect("account_preferences")
        set_language_cookie(response, form.cleaned_data["language"])
        return response
    return render(request, "accounts/preferences.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """The choice at the foot of each page. The browser keeps it, and an account too, for mails and other devices."""
    code = request.POST.get("language", "")
    if code not in dict(languages()):
        return HttpResponse(status=422)
    if isinstance(request.user, User):
        set_preferences(user=request.user, language=code)
    response = redirect(next_address(request))
    set_language_cookie(response, code)
    return response


@login_required
@require_POST
def sound(request: HttpRequest) -> HttpResponse:
    """The switch on a table's page: `on` is "on" or anything else."""
    set_preferences(user=cast(User, request.user), sound=request.POST.get("on") == "on")
    return HttpResponse(status=204)
