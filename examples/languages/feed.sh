curl --get "$PHOTOFEED_URL/api/v1/me" \
  --data-urlencode "api_key=$PHOTOFEED_KEY" \
  --data-urlencode "page[size]=3"
