#!/usr/bin/env python3
"""Signs users in at the stand-in for Naver of a local backend, as a browser would. Benchmarks and checks import it.

usage: Fixtures/stand_in.py URL NAME...     prints each user's access token
"""
import http.cookiejar, re, sys, urllib.error, urllib.parse, urllib.request


class StayHere(urllib.request.HTTPRedirectHandler):
    """Stops at the app's own URL at the end of the sign-in, which can't be opened."""

    def redirect_request(self, request, file, code, message, headers, url):
        return super().redirect_request(request, file, code, message, headers, url) if url.startswith("http") else None


def token(server, name):
    """Signs a user in; returns the access token."""
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    browser = urllib.request.build_opener(jar, StayHere())
    page = browser.open(f"{server}/oauth2/authorization/naver")
    text = page.read().decode()
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', text))
    fields = {name: value.replace("&quot;", '"').replace("&amp;", "&") for name, value in fields.items()}
    fields |= {"name": name, "decision": "approve", "fault": "none"}
    action = urllib.parse.urljoin(page.url, re.search(r'action="([^"]+)"', text).group(1).replace("&amp;", "&"))
    try:
        end = browser.open(action, urllib.parse.urlencode(fields).encode()).url
    except urllib.error.HTTPError as error:
        end = error.headers["Location"]
    return urllib.parse.parse_qs(urllib.parse.urlsplit(end).query)["access_token"][0]


if __name__ == "__main__":
    for name in sys.argv[2:]:
        print(token(sys.argv[1], name), flush=True)
