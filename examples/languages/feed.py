import json
import os
import urllib.error
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({"api_key": os.environ["PHOTOFEED_KEY"], "page[size]": 3})
try:
    with urllib.request.urlopen(f"{os.environ['PHOTOFEED_URL']}/api/v1/me?{query}", timeout=10) as response:
        page = json.load(response)
except urllib.error.HTTPError as error:
    raise SystemExit(json.load(error)["errors"][0]["detail"])

for post in page["posts"]:
    sizes = post.get("sizes") or {}
    print(sizes.get("768", post["mediaUrl"]), post["permalink"])
