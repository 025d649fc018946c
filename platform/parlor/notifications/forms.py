"""The forms of the page on which people choose how they are told."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from parlor.notifications.delivery import webhook
from parlor.notifications.kinds import Kind, Way
from parlor.notifications.models import NoticeSettings, Webhook


class WishesForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in its stubs only
    """All at once: which kinds go by which ways, quiet hours, and the one mail a day."""

    class Meta:
        model = NoticeSettings
        fields = ("quiet_from", "quiet_until", "daily", "daily_at")
        widgets = {
            name: forms.TimeInput(format="%H:%M", attrs={"type": "time"})
            for name in ("quiet_from", "quiet_until", "daily_at")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in Kind:
            for way in Way:
                self.fields[f"{kind}-{way}"] = forms.BooleanField(
                    required=False, initial=self.instance.wants(kind, way), label=f"{kind.label}: {way.label}"
                )

    @property
    def rows(self) -> list[tuple[str, list[Any]]]:
        """For each kind its name, and a box for each way."""
        return [(str(kind.label), [self[f"{kind}-{way}"] for way in Way]) for kind in Kind]

    def save(self, commit: bool = True) -> NoticeSettings:
        wishes: NoticeSettings = super().save(commit=False)
        for kind in Kind:
            for way in Way:
                if way != Way.MAIL or wishes.mail_stopped_at is None:
                    wishes.choose(kind, way, self.cleaned_data[f"{kind}-{way}"])
        if commit:
            wishes.save()
        return wishes


class WebhookForm(forms.ModelForm):  # type: ignore[type-arg]
    """An address at a chat service; what is wrong with it is said before it is kept."""

    flavour = forms.ChoiceField(label=_("Service"), choices=list(webhook.LABELS.items()))
    url = forms.CharField(label=_("Address"), max_length=1000, widget=forms.URLInput)
    secret = forms.CharField(
        label=_("Secret"),
        required=False,
        max_length=200,
        help_text=_("ntfy: an access token, if the topic needs one. JSON: what we sign with."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    class Meta:
        model = Webhook
        fields = ("flavour", "url", "secret")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if {"flavour", "url"} <= cleaned.keys():
            address = webhook.Hook(cleaned["flavour"], cleaned["url"].strip(), cleaned.get("secret", "").strip())
            wrong = webhook.check(address)
            if wrong is not None:
                self.add_error("url", wrong)
            if Webhook.objects.filter(user=self.instance.user, url=address.url).exists():
                self.add_error("url", _("You have given this address already."))
            cleaned |= {"url": address.url, "secret": address.secret}
        return cleaned
