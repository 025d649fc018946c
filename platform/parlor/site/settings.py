"""Settings of the site: everything that differs between installations comes from the environment."""

import socket
from pathlib import Path

import environ

from parlor.catalog.discovery import game_apps
from parlor.site.environment import LOOPBACK, data_folder, limits, made, secret_key, shared_folder, site_address
from parlor.site.logs import logging_settings
from parlor.site.static import static_address

env = environ.Env()

# The process
DEBUG = env.bool("DEBUG", default=False)
DATA = data_folder()
SECRET_KEY = secret_key(DATA)
HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
SERVER = env.str("PARLOR_SERVER", default="daphne")  # or uvicorn, from the extra of that name
# Whether servers of one machine, with one PARLOR_DATA, hand each other sockets so that no table is split over them.
HAND_OVER = env.bool("HAND_OVER", default=True)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[*sorted(LOOPBACK - {"::1"}), "[::1]", socket.gethostname()])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# How many proxies in front of the site are ours; each adds one address to X-Forwarded-For. PROXY_ADDRESSES are theirs
# (addresses or networks); without them, private ones count. What others send in that header is not believed.
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
PROXY_ADDRESSES = env.list("PROXY_ADDRESSES", default=[])
# On plain loopback everybody has the same address, so limits per address would hit the wrong people.
THROTTLED = env.bool("THROTTLED", default=TRUSTED_PROXIES > 0 or HOST not in LOOPBACK)
LIMITS = limits(env)

# Where people get the source of what runs here, as the licence asks of those who change it.
SOURCE_URL = env.str("SOURCE_URL", default="")

# The apps
INSTALLED_APPS = [
    "parlor.moderation.apps.ConsoleConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "channels",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "rest_framework",
    "rest_framework.authtoken",
    "parlor.site",
    "parlor.accounts",
    "parlor.catalog",
    "parlor.tables",
    "parlor.play",
    "parlor.notifications",
    "parlor.moderation",
    "parlor.studio",
]
GAME_APPS = game_apps(beside=INSTALLED_APPS)
INSTALLED_APPS += GAME_APPS
MIDDLEWARE = [
    "parlor.site.tracks.trace_middleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "parlor.accounts.middleware.PreferencesMiddleware",
    "parlor.accounts.standing.StandingMiddleware",
    "parlor.site.limiting.LimitMiddleware",
]
ROOT_URLCONF = "parlor.site.urls"
ASGI_APPLICATION = "parlor.site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [shared_folder("templates")],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "parlor.site.context.house",
                "parlor.moderation.context.banner",
            ],
        },
    },
]

# What is kept
database_url = env.str("DATABASE_URL", default="") or f"sqlite:///{DATA / 'parlor.sqlite3'}"
DATABASES = {"default": env.db_url_config(database_url)}
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"].setdefault("CONN_MAX_AGE", 60)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    made(Path(DATABASES["default"]["NAME"]).parent)
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Each thread's connection has a cache of its own, which would grow to 2 MB; the system's cache is behind them.
        # 16 MB of what was written last may wait to be put in their places: 4 MB are full ten times a second.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-512; "
        "PRAGMA wal_autocheckpoint=4000;",
    }
    # Tests run on a file too: threads that share a database in memory would see other locks than a site's.
    DATABASES["default"]["TEST"] = {"NAME": DATA / "test.sqlite3"}
REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    # A reader that waits longer than redis-py's own 5 seconds is idle, not dead: no socket timeout.
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL, "socket_timeout": None}], "prefix": "parlor"},
        }
    }
    CACHES = {"default": {"BACKEND": "parlor.site.caching.ForgivingRedisCache", "LOCATION": REDIS_URL}}
else:
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    }

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "parlor.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "parlor.accounts.forms.LoginForm",
    "signup": "parlor.accounts.forms.SignupForm",
    "add_email": "parlor.accounts.forms.AddEmailForm",
    "reset_password": "parlor.accounts.forms.ResetPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_USERNAME_VALIDATORS = "parlor.accounts.names.username_validators"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # our own views do that, and let guests sign in
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Parlor] "
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
# What allauth counts: by the name or mail address that is tried, or the person. The rest is in LIMITS.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "5/5m/key",
    "login": "",
    "signup": "",
    "reset_password": "5/m/key",
    "reset_password_from_key": "20/m/ip" if THROTTLED else "",
    "change_password": "5/m/user",
    "confirm_email": "1/3m/key",
    "manage_email": "10/m/user",
}

# Notices
# The address of the site, for links that leave it.
NAMES, HTTPS = env.list("ALLOWED_HOSTS", default=[]), env.bool("HTTPS", default=False)
SITE_URL = env.str("SITE_URL", default=site_address(HOST, PORT, NAMES, HTTPS))
# Whether this process tells people what happens at their tables; else `manage.py sendnotices` has to run.
NOTICES_IN_SERVER = env.bool("NOTICES_IN_SERVER", default=True)
# How long a notice waits for its person to look, before it leaves by mail or push, as part of what is usual.
NOTICE_GRACE = env.float("NOTICE_GRACE", default=1.0)

# Operators: who sends this as "Authorization: Bearer ..." may read /metrics from elsewhere
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

# Tables
# Whether this process looks after the clocks; else `manage.py worker` has to run.
CLOCK_IN_SERVER = env.bool("CLOCK_IN_SERVER", default=True)
BOT_PAUSE = env.float("BOT_PAUSE", default=0.9)  # seconds before a bot moves, so that people can follow

# The bench of game authors: local (for everybody, while the site serves this machine alone), authors (for superusers
# and the group "game authors"), or off
STUDIO = env.str("PARLOR_STUDIO", default="local")

# Mail
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Parlor <parlor@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ADMINS = [("admin", address) for address in env.list("ADMIN_EMAILS", default=[])]

# Push and webhooks
# By which push services know the site; empty derives it from SECRET_KEY.
VAPID_KEY = env.str("PARLOR_VAPID_KEY", default="")
# For tests only: these names may be sent to by http, on any port, where they mean this very machine.
DELIVERY_TEST_HOSTS = env.list("PARLOR_TEST_HOSTS", default=[])

# Language and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [shared_folder("locale")]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Files
STATIC_URL = static_address(shared_folder("static"), GAME_APPS, changing=DEBUG)
STATICFILES_DIRS = [shared_folder("static")]
# Where `publishstatic` puts them for a server in front, under the very addresses that pages name.
STATIC_FOLDER = env.str("STATIC_FOLDER", default=str(DATA / "public"))
STATIC_ROOT = Path(STATIC_FOLDER) / STATIC_URL.strip("/")

# The policy of every page. 'self' covers ws: and wss: of the same host as well.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "media-src": ["'self'"],
        "manifest-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "parlor.site.views.csrf_failure"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # asked for on the process' own port
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 31_536_000
    # Whether all of a domain is on https, for ever, is for its owner to say, not for one site under it.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"

# Programs
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["parlor.api.bodies.BodyParser"],
    "EXCEPTION_HANDLER": "parlor.api.errors.handle",
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "parlor.api.authentication.Tokens",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Parlor",
    "DESCRIPTION": "Play at this site's tables by program: what a person can do on the pages, a program can do here.",
    "VERSION": "0.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/",
    "ENUM_NAME_OVERRIDES": {
        "StatusEnum": "parlor.tables.models.Status",
        "VisibilityEnum": "parlor.tables.models.Visibility",
        "PaceEnum": "parlor.tables.models.Pace",
        "AbsenceEnum": "parlor.tables.models.Absence",
        "FinishEnum": "parlor.tables.models.Reason",
        "InvitationEnum": "parlor.tables.models.Invitation.State",
        "RefusalEnum": "parlor.api.answers.REFUSALS",
    },
}

# What the operator reads: lines for people ("plain") or for programs ("json")
LOGGING = logging_settings(env.str("PARLOR_LOG", default="plain"), env.str("LOG_LEVEL", default=None))
