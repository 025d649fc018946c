"""The last part of a message's way: web push and webhooks, and the guard for the addresses that people give for both.

What the rest of the app calls:

    push.check(push.Subscription(endpoint, p256dh, auth)) -> sentence or None     before a subscription is kept
    push.send(push.Subscription(...), message, timeout=10) -> Outcome             synchronous, for worker threads
    webhook.check(webhook.Hook(flavour, url, secret)) -> sentence or None         before a webhook is kept
    webhook.send(webhook.Hook(...), message, timeout=10) -> Outcome
    webhook.LABELS                {flavour: name}, the choices of the form; webhook.new_secret() for flavour "json"
    addresses.check(url) -> sentence or None                                      for any other address

`check` looks the name up, so it takes as long as the name servers do (5 seconds at most); its sentences are in the
active language. `send` speaks the message's language, never raises for what the other side does, and takes `timeout`
plus at most those 5 seconds. `Outcome.gone` means: delete the subscription or the webhook.

Pages: `urls` (included by the site) serves /sw.js, /manifest.webmanifest and /notifications/push/key/. The page
module `static/parlor/js/push.js` has `initPush(root)` for the switch in `templates/notifications/preferences.html` and
`forgetOnSignOut(form)` for every page. Page and service worker speak to the app's own view:

    POST /notifications/push/     {"endpoint", "keys": {"p256dh", "auth"}, "label"}, any 2xx; an endpoint that is known
                                  already becomes that of whoever posts it; "label" "" keeps the one that is there
    DELETE /notifications/push/   {"endpoint"}, any 2xx, also for one that is not known
"""
