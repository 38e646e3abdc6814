// Generated from openapi.yaml by `npm run generate`. Do not edit.
export const document: Record<string, unknown> = {
  "openapi": "3.1.0",
  "info": {
    "title": "photofeed",
    "version": "1.0.0",
    "summary": "A read-only feed of one connected photo account",
    "description": "Reads the public profile and posts of a connected photo-sharing account as JSON, as an RSS 2.0 feed\nand through GraphQL. An API key belongs to exactly one account and decides whose posts are read.\n\n- A broken connection is not an error: the last stored posts are served with status 200, and the headers\n  `X-Service-Account-Status` and `X-Service-Feed-Stale` say so. Responses are cached for up to an hour, so a change of\n  the status can take that long to appear.\n- Posts are part of `/api/v1/me`: there is no `/api/v1/posts`, and other paths under `/api/` are a 404.\n- Errors are JSON:API error documents whatever the request accepts. Switch on `code`; `detail` may be reworded.\n- Do not retry 4xx. Retry 5xx and network failures a few times with a growing delay. There is no 429.\n",
    "license": {
      "name": "MIT",
      "identifier": "MIT"
    }
  },
  "servers": [
    {
      "url": "{base_url}",
      "description": "Any deployment of the service; `base_url` is its address without a trailing slash",
      "variables": {
        "base_url": {
          "default": "http://127.0.0.1:4400"
        }
      }
    }
  ],
  "security": [
    {
      "ApiKey": []
    }
  ],
  "tags": [
    {
      "name": "Feed",
      "description": "The account and its posts as JSON"
    },
    {
      "name": "RSS",
      "description": "The newest posts for feed readers"
    },
    {
      "name": "GraphQL",
      "description": "The same data; its types are in schema.graphql"
    },
    {
      "name": "CORS",
      "description": "What browsers request before a cross-origin request; any origin may read"
    }
  ],
  "x-plans": {
    "free": {
      "name": "Free",
      "readablePosts": 6,
      "defaultPageSize": 6,
      "maximumPageSize": 6,
      "cursors": false,
      "sizes": false,
      "connectedAccounts": 1,
      "postRefreshSeconds": 86400,
      "x-assumed": "The number of connected accounts on Free is not shown; we choose one."
    },
    "premium": {
      "name": "Premium",
      "readablePosts": null,
      "defaultPageSize": 100,
      "maximumPageSize": 100,
      "cursors": true,
      "sizes": true,
      "connectedAccounts": 5,
      "postRefreshSeconds": 3600
    }
  },
  "x-connection-statuses": {
    "ready": {
      "meaning": "Healthy. Posts refresh on the plan's interval.",
      "action": "None",
      "stale": null
    },
    "importing": {
      "meaning": "The first import is still running. Posts may be empty or partial.",
      "action": "Retry shortly",
      "stale": null
    },
    "refreshing_token": {
      "meaning": "A routine token refresh is in flight. Posts are current.",
      "action": "None",
      "stale": null
    },
    "invalid_token": {
      "meaning": "The platform rejects the service's access token, or no longer shows the account's posts. The feed has stopped updating and shows the last stored posts.",
      "action": "Reconnect the account on the dashboard. The API key does not change.",
      "stale": "The connection to the platform is broken, so this feed has stopped updating. Reconnect the account on the dashboard; the API key stays the same."
    }
  },
  "x-caching": {
    "seconds": 3600,
    "success": {
      "production": "max-age={seconds}, public",
      "otherwise": "no-cache, private"
    },
    "error": "no-store, private",
    "x-assumed": "The specification gives the value for production and says that errors are never cached; the other two values are ours."
  },
  "x-refresh": {
    "profileSeconds": 86400,
    "platformTokenSeconds": 5184000
  },
  "x-limits": {
    "urlBytes": 8192,
    "bodyBytes": 1048576,
    "graphqlBodyBytes": 65536,
    "graphqlTokens": 1000,
    "graphqlBodyDepth": 16,
    "graphqlPosts": 200,
    "graphqlChildren": 10,
    "graphqlComments": 50,
    "graphqlResultFields": 70000,
    "graphqlResultBytes": 2250000,
    "graphqlErrors": 20,
    "graphqlErrorLength": 500,
    "x-assumed": "The specification names no caps; each is far above what a client needs."
  },
  "paths": {
    "/api/v1/me": {
      "options": {
        "operationId": "preflightMe",
        "summary": "CORS preflight",
        "x-internal": true,
        "description": "Answered when the request has Origin and Access-Control-Request-Method; any other OPTIONS is a 405.",
        "tags": [
          "CORS"
        ],
        "security": [],
        "responses": {
          "204": {
            "$ref": "#/components/responses/Preflight"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          }
        }
      },
      "get": {
        "operationId": "getMe",
        "summary": "Get the account and a page of its posts",
        "description": "`page[cursor]` pages through every stored post. On Free only the six most recent posts\nexist: filters and sorting apply within them, and no cursor is given.\nKeep filters and sort on every page; `page[size]` may change. Check `pagination.hasMore`, not the number of posts.\n",
        "tags": [
          "Feed"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/PageSize"
          },
          {
            "$ref": "#/components/parameters/PageCursor"
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "An alias of `page[cursor]`. If both are sent, `page[cursor]` is used.",
            "x-assumed": "The specification does not say which of the two is used if both are sent.",
            "x-alias-of": "page[cursor]",
            "schema": {
              "type": "string"
            }
          },
          {
            "$ref": "#/components/parameters/FilterType"
          },
          {
            "$ref": "#/components/parameters/FilterPublishedAfter"
          },
          {
            "$ref": "#/components/parameters/FilterPublishedBefore"
          },
          {
            "$ref": "#/components/parameters/Sort"
          },
          {
            "$ref": "#/components/parameters/Include"
          },
          {
            "$ref": "#/components/parameters/Format"
          }
        ],
        "responses": {
          "200": {
            "description": "The account, one page of posts, and how to go on",
            "headers": {
              "X-Service-Account-Status": {
                "$ref": "#/components/headers/AccountStatus"
              },
              "X-Last-Fetched-At": {
                "$ref": "#/components/headers/LastFetchedAt"
              },
              "X-Service-Feed-Stale": {
                "$ref": "#/components/headers/FeedStale"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Access-Control-Allow-Origin": {
                "$ref": "#/components/headers/AllowOrigin"
              },
              "Access-Control-Expose-Headers": {
                "$ref": "#/components/headers/ExposeHeaders"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AccountWithPosts"
                },
                "examples": {
                  "free": {
                    "$ref": "#/components/examples/MeFree"
                  },
                  "premium": {
                    "$ref": "#/components/examples/MePremium"
                  },
                  "importing": {
                    "$ref": "#/components/examples/MeImporting"
                  },
                  "brokenConnection": {
                    "$ref": "#/components/examples/MeBrokenConnection"
                  }
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/ContentTooLarge"
          },
          "414": {
            "$ref": "#/components/responses/UriTooLong"
          },
          "422": {
            "$ref": "#/components/responses/InvalidParameter"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/api/v1/accounts": {
      "options": {
        "operationId": "preflightAccounts",
        "summary": "CORS preflight",
        "x-internal": true,
        "description": "Answered when the request has Origin and Access-Control-Request-Method; any other OPTIONS is a 405.",
        "tags": [
          "CORS"
        ],
        "security": [],
        "responses": {
          "204": {
            "$ref": "#/components/responses/Preflight"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          }
        }
      },
      "get": {
        "operationId": "getAccounts",
        "summary": "Get the account as a JSON:API resource",
        "description": "The same profile and status as `/api/v1/me`, without posts. Parameters other than `api_key` are ignored.",
        "tags": [
          "Feed"
        ],
        "responses": {
          "200": {
            "description": "One JSON:API resource",
            "headers": {
              "X-Service-Account-Status": {
                "$ref": "#/components/headers/AccountStatus"
              },
              "X-Last-Fetched-At": {
                "$ref": "#/components/headers/LastFetchedAt"
              },
              "X-Service-Feed-Stale": {
                "$ref": "#/components/headers/FeedStale"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Access-Control-Allow-Origin": {
                "$ref": "#/components/headers/AllowOrigin"
              },
              "Access-Control-Expose-Headers": {
                "$ref": "#/components/headers/ExposeHeaders"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AccountDocument"
                },
                "examples": {
                  "ready": {
                    "$ref": "#/components/examples/Accounts"
                  }
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/ContentTooLarge"
          },
          "414": {
            "$ref": "#/components/responses/UriTooLong"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/api/v1/rss": {
      "options": {
        "operationId": "preflightRss",
        "summary": "CORS preflight",
        "x-internal": true,
        "description": "Answered when the request has Origin and Access-Control-Request-Method; any other OPTIONS is a 405.",
        "tags": [
          "CORS"
        ],
        "security": [],
        "responses": {
          "204": {
            "$ref": "#/components/responses/Preflight"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          }
        }
      },
      "get": {
        "operationId": "getRss",
        "summary": "Get the newest posts as an RSS 2.0 feed",
        "description": "As many posts as the plan's default page size, newest first. Parameters other than `api_key` are ignored.\nErrors are JSON here too.\n",
        "tags": [
          "RSS"
        ],
        "responses": {
          "200": {
            "description": "An RSS 2.0 document",
            "headers": {
              "X-Service-Account-Status": {
                "$ref": "#/components/headers/AccountStatus"
              },
              "X-Last-Fetched-At": {
                "$ref": "#/components/headers/LastFetchedAt"
              },
              "X-Service-Feed-Stale": {
                "$ref": "#/components/headers/FeedStale"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Access-Control-Allow-Origin": {
                "$ref": "#/components/headers/AllowOrigin"
              },
              "Access-Control-Expose-Headers": {
                "$ref": "#/components/headers/ExposeHeaders"
              }
            },
            "content": {
              "application/rss+xml; charset=utf-8": {
                "schema": {
                  "$ref": "#/components/schemas/RssFeed"
                },
                "examples": {
                  "ready": {
                    "$ref": "#/components/examples/Rss"
                  }
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/ContentTooLarge"
          },
          "414": {
            "$ref": "#/components/responses/UriTooLong"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    },
    "/graphql": {
      "options": {
        "operationId": "preflightGraphql",
        "summary": "CORS preflight",
        "x-internal": true,
        "description": "Answered when the request has Origin and Access-Control-Request-Method; any other OPTIONS is a 405.",
        "tags": [
          "CORS"
        ],
        "security": [],
        "responses": {
          "204": {
            "$ref": "#/components/responses/Preflight"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          }
        }
      },
      "get": {
        "operationId": "getGraphql",
        "summary": "Send a GraphQL query in the query string",
        "description": "A rejected key has the response of REST. Once the key is accepted the status is always 200.",
        "tags": [
          "GraphQL"
        ],
        "parameters": [
          {
            "name": "query",
            "in": "query",
            "description": "The GraphQL document",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "variables",
            "in": "query",
            "description": "The variables as a JSON object",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "operationName",
            "in": "query",
            "description": "The operation to run when the document holds several",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Data, errors, or both",
            "headers": {
              "X-Service-Account-Status": {
                "$ref": "#/components/headers/AccountStatus"
              },
              "X-Last-Fetched-At": {
                "$ref": "#/components/headers/LastFetchedAt"
              },
              "X-Service-Feed-Stale": {
                "$ref": "#/components/headers/FeedStale"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Access-Control-Allow-Origin": {
                "$ref": "#/components/headers/AllowOrigin"
              },
              "Access-Control-Expose-Headers": {
                "$ref": "#/components/headers/ExposeHeaders"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/GraphqlResult"
                },
                "examples": {
                  "data": {
                    "$ref": "#/components/examples/GraphqlData"
                  },
                  "validation": {
                    "$ref": "#/components/examples/GraphqlValidation"
                  },
                  "syntax": {
                    "$ref": "#/components/examples/GraphqlSyntax"
                  }
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/ContentTooLarge"
          },
          "414": {
            "$ref": "#/components/responses/UriTooLong"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      },
      "post": {
        "operationId": "postGraphql",
        "summary": "Send a GraphQL query in a JSON body",
        "description": "The key stays in the query string; everything else is in the body.",
        "tags": [
          "GraphQL"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/GraphqlRequest"
              },
              "examples": {
                "newest": {
                  "$ref": "#/components/examples/GraphqlQuery"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Data, errors, or both",
            "headers": {
              "X-Service-Account-Status": {
                "$ref": "#/components/headers/AccountStatus"
              },
              "X-Last-Fetched-At": {
                "$ref": "#/components/headers/LastFetchedAt"
              },
              "X-Service-Feed-Stale": {
                "$ref": "#/components/headers/FeedStale"
              },
              "Cache-Control": {
                "$ref": "#/components/headers/CacheControl"
              },
              "ETag": {
                "$ref": "#/components/headers/ETag"
              },
              "Access-Control-Allow-Origin": {
                "$ref": "#/components/headers/AllowOrigin"
              },
              "Access-Control-Expose-Headers": {
                "$ref": "#/components/headers/ExposeHeaders"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/GraphqlResult"
                },
                "examples": {
                  "data": {
                    "$ref": "#/components/examples/GraphqlData"
                  },
                  "validation": {
                    "$ref": "#/components/examples/GraphqlValidation"
                  },
                  "syntax": {
                    "$ref": "#/components/examples/GraphqlSyntax"
                  }
                }
              }
            }
          },
          "304": {
            "$ref": "#/components/responses/NotModified"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/ContentTooLarge"
          },
          "414": {
            "$ref": "#/components/responses/UriTooLong"
          },
          "431": {
            "$ref": "#/components/responses/HeadersTooLarge"
          },
          "500": {
            "$ref": "#/components/responses/InternalServerError"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "ApiKey": {
        "type": "apiKey",
        "in": "query",
        "name": "api_key",
        "description": "64 characters, digits and a to f. It is read from the query string only; a key in a header is ignored.\nIt reads one account and may be used in client-side code. It does not expire: it works until the owner\nregenerates it or disconnects the account.\n",
        "x-pattern": "^[0-9a-f]{64}$"
      }
    },
    "parameters": {
      "PageSize": {
        "name": "page[size]",
        "in": "query",
        "description": "Posts per page. The default is the plan's limit: 6 on Free, 100 on Premium. On Free a larger valid value gives six\nposts. It may change between pages.\n",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100
        },
        "x-messages": {
          "type": "The page[size] field must be an integer.",
          "minimum": "The page[size] field must be at least {minimum}.",
          "maximum": "The page[size] field must not be greater than {maximum}."
        }
      },
      "PageCursor": {
        "name": "page[cursor]",
        "in": "query",
        "description": "`nextCursor` or `prevCursor` of an earlier response, unchanged. An unrecognized cursor gives the first page.\nA cursor marks a position in one ordering: keep the filters and `sort`, because another ordering gives unpredictable\npages. Accepted and ignored on Free.\n",
        "schema": {
          "type": "string"
        },
        "x-alias": "cursor"
      },
      "FilterType": {
        "name": "filter[type]",
        "in": "query",
        "description": "Only posts of this type, in any letter case of ASCII. REELS selects the same posts as VIDEO.",
        "schema": {
          "anyOf": [
            {
              "type": "string",
              "enum": [
                "IMAGE",
                "VIDEO",
                "CAROUSEL_ALBUM",
                "REELS"
              ]
            },
            {
              "allOf": [
                {
                  "type": "string",
                  "pattern": "^([Ii][Mm][Aa][Gg][Ee]|[Vv][Ii][Dd][Ee][Oo]|[Cc][Aa][Rr][Oo][Uu][Ss][Ee][Ll]_[Aa][Ll][Bb][Uu][Mm]|[Rr][Ee][Ee][Ll][Ss])$"
                },
                {
                  "properties": {
                    "length": {
                      "type": "integer"
                    }
                  }
                }
              ]
            }
          ]
        },
        "x-case-insensitive": true,
        "x-same-as": {
          "REELS": "VIDEO"
        },
        "x-messages": {
          "enum": "The selected filter[type] is invalid."
        }
      },
      "FilterPublishedAfter": {
        "name": "filter[publishedAfter]",
        "in": "query",
        "description": "Posts published at or after this ISO 8601 date or date-time. A plain date means 00:00 UTC that day; a time without\na zone is UTC.\n\nIn a URL, write the plus sign of an offset as `%2B`.\n",
        "schema": {
          "type": "string",
          "anyOf": [
            {
              "type": "string",
              "format": "date"
            },
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}(:?\\d{2})?)?$"
            }
          ]
        },
        "x-end-of-day": false,
        "x-messages": {
          "format": "The filter[publishedAfter] field must be a valid date."
        }
      },
      "FilterPublishedBefore": {
        "name": "filter[publishedBefore]",
        "in": "query",
        "description": "Posts published at or before this ISO 8601 date or date-time. A plain date includes that whole day in UTC; a time\nwithout a zone is UTC.\n\nIn a URL, write the plus sign of an offset as `%2B`.\n",
        "schema": {
          "type": "string",
          "anyOf": [
            {
              "type": "string",
              "format": "date"
            },
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "string",
              "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}(:?\\d{2})?)?$"
            }
          ]
        },
        "x-end-of-day": true,
        "x-messages": {
          "format": "The filter[publishedBefore] field must be a valid date."
        }
      },
      "Sort": {
        "name": "sort",
        "in": "query",
        "description": "A leading minus is descending. `id` is the order in which the service stored the posts, not the platform's id.\nEqual times are in stored order, in the same direction.\n",
        "schema": {
          "type": "string",
          "enum": [
            "-published_at",
            "published_at",
            "-publishedAt",
            "publishedAt",
            "-id",
            "id"
          ],
          "x-enum-varnames": [
            "NewestFirst",
            "OldestFirst",
            "NewestFirstAlias",
            "OldestFirstAlias",
            "LastStoredFirst",
            "FirstStoredFirst"
          ],
          "default": "-published_at"
        },
        "x-orderings": {
          "-published_at": {
            "by": "publishedAt",
            "direction": "desc"
          },
          "published_at": {
            "by": "publishedAt",
            "direction": "asc"
          },
          "-publishedAt": {
            "by": "publishedAt",
            "direction": "desc"
          },
          "publishedAt": {
            "by": "publishedAt",
            "direction": "asc"
          },
          "-id": {
            "by": "position",
            "direction": "desc"
          },
          "id": {
            "by": "position",
            "direction": "asc"
          }
        },
        "x-messages": {
          "enum": "The sort value must be one of: {values}."
        }
      },
      "Include": {
        "name": "include[]",
        "in": "query",
        "description": "Adds carousel items, comments, or both when repeated. Array syntax only.",
        "style": "form",
        "explode": true,
        "schema": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "children",
              "comments"
            ]
          }
        },
        "x-messages": {
          "enum": "The selected include[] is invalid."
        },
        "x-array-only": {
          "name": "include",
          "message": "The include field must be an array."
        }
      },
      "Format": {
        "name": "format",
        "in": "query",
        "description": "The image format of the URLs in `sizes`. No effect on Free.",
        "schema": {
          "type": "string",
          "enum": [
            "jpg",
            "webp"
          ],
          "default": "jpg"
        },
        "x-messages": {
          "enum": "The selected format is invalid."
        }
      }
    },
    "headers": {
      "AccountStatus": {
        "description": "The connection status, the same as `status` in the body",
        "required": true,
        "schema": {
          "$ref": "#/components/schemas/ConnectionStatus"
        }
      },
      "LastFetchedAt": {
        "description": "When posts were last fetched from the platform, or the word Never; the same as `lastFetchAt` in the body",
        "required": true,
        "x-when-null": "Never",
        "schema": {
          "type": "string",
          "pattern": "^(Never|\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?\\+00:00)$"
        }
      },
      "FeedStale": {
        "description": "Present only when the connection is broken; says so in plain words",
        "schema": {
          "type": "string"
        }
      },
      "CacheControl": {
        "description": "The value for the case, see x-caching. Errors are never cached.",
        "required": true,
        "schema": {
          "type": "string"
        }
      },
      "ETag": {
        "description": "A weak validator of the response, on successful GET requests",
        "x-assumed": "The specification names no validator; with one, an unchanged feed costs a 304.",
        "schema": {
          "type": "string",
          "pattern": "^W/\"[^\"]+\"$"
        }
      },
      "AllowOrigin": {
        "description": "Any origin may read the response",
        "required": true,
        "schema": {
          "type": "string",
          "const": "*"
        }
      },
      "ExposeHeaders": {
        "description": "The service's headers that scripts of other origins may read",
        "required": true,
        "x-assumed": "Without it a browser hides the four headers from scripts.",
        "schema": {
          "type": "string",
          "const": "X-Last-Fetched-At, X-Service-Account-Status, X-Service-Feed-Stale, X-Request-Id"
        }
      },
      "AllowMethods": {
        "description": "The methods of the path",
        "required": true,
        "schema": {
          "type": "string"
        }
      },
      "AllowHeaders": {
        "description": "Any request header may be sent; keys in headers are ignored all the same",
        "required": true,
        "schema": {
          "type": "string",
          "const": "*, Authorization"
        }
      },
      "MaxAge": {
        "description": "Seconds a browser may cache the preflight response",
        "schema": {
          "type": "string",
          "const": "7200"
        }
      },
      "Allow": {
        "description": "The methods of the path",
        "required": true,
        "schema": {
          "type": "string"
        }
      }
    },
    "responses": {
      "Preflight": {
        "description": "Any origin may send the request",
        "x-assumed": "The specification promises CORS for any origin; the preflight's form is ours.",
        "headers": {
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Allow-Methods": {
            "$ref": "#/components/headers/AllowMethods"
          },
          "Access-Control-Allow-Headers": {
            "$ref": "#/components/headers/AllowHeaders"
          },
          "Access-Control-Max-Age": {
            "$ref": "#/components/headers/MaxAge"
          }
        }
      },
      "NotModified": {
        "description": "The response named by If-None-Match is still current",
        "x-assumed": "Follows from the ETag, which is our decision.",
        "headers": {
          "X-Service-Account-Status": {
            "$ref": "#/components/headers/AccountStatus"
          },
          "X-Last-Fetched-At": {
            "$ref": "#/components/headers/LastFetchedAt"
          },
          "X-Service-Feed-Stale": {
            "$ref": "#/components/headers/FeedStale"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "ETag": {
            "$ref": "#/components/headers/ETag"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        }
      },
      "BadRequest": {
        "description": "The request cannot be read",
        "headers": {
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "encoding": {
                "$ref": "#/components/examples/BAD_REQUEST"
              }
            }
          }
        }
      },
      "Unauthorized": {
        "description": "No key, or a key that reads no account",
        "headers": {
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "missing": {
                "$ref": "#/components/examples/MISSING_API_KEY"
              },
              "invalid": {
                "$ref": "#/components/examples/INVALID_API_KEY"
              }
            }
          }
        }
      },
      "NotFound": {
        "description": "The path under /api is no endpoint, such as /api/v1/posts. Checked before the method and the key.",
        "headers": {
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "notFound": {
                "$ref": "#/components/examples/NOT_FOUND"
              }
            }
          }
        }
      },
      "MethodNotAllowed": {
        "description": "The path has no such method, HEAD included. Checked before the key.",
        "headers": {
          "Allow": {
            "$ref": "#/components/headers/Allow"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "methodNotAllowed": {
                "$ref": "#/components/examples/METHOD_NOT_ALLOWED"
              }
            }
          }
        }
      },
      "RequestTimeout": {
        "description": "The headers or the body took too long to arrive. The connection is closed.",
        "headers": {
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "requestTimeout": {
                "$ref": "#/components/examples/REQUEST_TIMEOUT"
              }
            }
          }
        }
      },
      "ContentTooLarge": {
        "description": "The body is larger than any request needs",
        "headers": {
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "contentTooLarge": {
                "$ref": "#/components/examples/CONTENT_TOO_LARGE"
              }
            }
          }
        }
      },
      "UriTooLong": {
        "description": "The URL is longer than any request needs",
        "headers": {
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "uriTooLong": {
                "$ref": "#/components/examples/URI_TOO_LONG"
              }
            }
          }
        }
      },
      "InvalidParameter": {
        "description": "One entry for each invalid query parameter",
        "headers": {
          "X-Service-Account-Status": {
            "$ref": "#/components/headers/AccountStatus"
          },
          "X-Last-Fetched-At": {
            "$ref": "#/components/headers/LastFetchedAt"
          },
          "X-Service-Feed-Stale": {
            "$ref": "#/components/headers/FeedStale"
          },
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "invalid": {
                "$ref": "#/components/examples/VALIDATION_ERROR"
              }
            }
          }
        }
      },
      "HeadersTooLarge": {
        "description": "The URL and the headers together are larger than any request needs. The connection is closed.",
        "headers": {
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "headersTooLarge": {
                "$ref": "#/components/examples/HEADERS_TOO_LARGE"
              }
            }
          }
        }
      },
      "InternalServerError": {
        "description": "The service failed; the same request may work later",
        "headers": {
          "Cache-Control": {
            "$ref": "#/components/headers/CacheControl"
          },
          "Access-Control-Allow-Origin": {
            "$ref": "#/components/headers/AllowOrigin"
          },
          "Access-Control-Expose-Headers": {
            "$ref": "#/components/headers/ExposeHeaders"
          }
        },
        "content": {
          "application/vnd.api+json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorDocument"
            },
            "examples": {
              "failure": {
                "$ref": "#/components/examples/INTERNAL_SERVER_ERROR"
              }
            }
          }
        }
      }
    },
    "schemas": {
      "ConnectionStatus": {
        "description": "The state of the account's connection to the platform; see x-connection-statuses for meanings. Responses are cached for\nup to an hour, so a change can take that long to appear.\n",
        "type": "string",
        "enum": [
          "ready",
          "importing",
          "refreshing_token",
          "invalid_token"
        ]
      },
      "Timestamp": {
        "description": "ISO 8601 in UTC, with a colon in the offset",
        "type": "string",
        "format": "date-time",
        "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?\\+00:00$"
      },
      "Account": {
        "description": "The profile of the connected account",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "username",
          "name",
          "biography",
          "website",
          "profilePictureUrl",
          "followersCount",
          "followsCount",
          "mediaCount",
          "status",
          "lastFetchAt"
        ],
        "properties": {
          "username": {
            "description": "The platform username, without a leading @",
            "type": "string"
          },
          "name": {
            "description": "Display name",
            "type": [
              "string",
              "null"
            ]
          },
          "biography": {
            "description": "May contain line breaks",
            "type": [
              "string",
              "null"
            ]
          },
          "website": {
            "description": "The website named in the profile; null unless it is a web address",
            "type": [
              "string",
              "null"
            ]
          },
          "profilePictureUrl": {
            "description": "Usually a stored copy",
            "type": [
              "string",
              "null"
            ]
          },
          "followersCount": {
            "type": [
              "integer",
              "null"
            ]
          },
          "followsCount": {
            "type": [
              "integer",
              "null"
            ]
          },
          "mediaCount": {
            "description": "All posts on the platform, not only those returned",
            "type": [
              "integer",
              "null"
            ]
          },
          "status": {
            "$ref": "#/components/schemas/ConnectionStatus"
          },
          "lastFetchAt": {
            "description": "When posts were last fetched from the platform; null if never",
            "anyOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "AccountWithPosts": {
        "description": "The profile with one page of posts",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "username",
          "name",
          "biography",
          "website",
          "profilePictureUrl",
          "followersCount",
          "followsCount",
          "mediaCount",
          "status",
          "lastFetchAt",
          "posts",
          "pagination"
        ],
        "properties": {
          "username": {
            "description": "The platform username, without a leading @",
            "type": "string"
          },
          "name": {
            "description": "Display name",
            "type": [
              "string",
              "null"
            ]
          },
          "biography": {
            "description": "May contain line breaks",
            "type": [
              "string",
              "null"
            ]
          },
          "website": {
            "description": "The website named in the profile; null unless it is a web address",
            "type": [
              "string",
              "null"
            ]
          },
          "profilePictureUrl": {
            "description": "Usually a stored copy",
            "type": [
              "string",
              "null"
            ]
          },
          "followersCount": {
            "type": [
              "integer",
              "null"
            ]
          },
          "followsCount": {
            "type": [
              "integer",
              "null"
            ]
          },
          "mediaCount": {
            "description": "All posts on the platform, not only those returned",
            "type": [
              "integer",
              "null"
            ]
          },
          "status": {
            "$ref": "#/components/schemas/ConnectionStatus"
          },
          "lastFetchAt": {
            "description": "When posts were last fetched from the platform; null if never",
            "anyOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ]
          },
          "posts": {
            "description": "The posts of this page; may be empty",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Post"
            }
          },
          "pagination": {
            "$ref": "#/components/schemas/Pagination"
          }
        }
      },
      "AccountDocument": {
        "description": "A JSON:API document with the account as its one resource",
        "x-assumed": "The specification shows no fields; we give those of /api/v1/me without posts and pagination.",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "data"
        ],
        "properties": {
          "data": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "type",
              "id",
              "attributes"
            ],
            "properties": {
              "type": {
                "type": "string",
                "const": "accounts"
              },
              "id": {
                "description": "The platform's id of the account",
                "type": "string"
              },
              "attributes": {
                "$ref": "#/components/schemas/Account"
              }
            }
          }
        }
      },
      "RssFeed": {
        "description": "The text of an RSS 2.0 document. The channel has `title`, `link`, `description`, `atom:link` (this address), `ttl`, and\n`lastBuildDate` and `image` if they are known. Each `item` is a post, newest first:\n\n| Element | Value |\n|---|---|\n| `title` | The first line of the caption with a letter, a digit or an emoji, cut after 100 characters; without one \"Photo\", \"Video\" or \"Album\" and \"by @username\" |\n| `link` | `permalink` of the post |\n| `guid` | `id` of the post, with `isPermaLink=\"false\"` |\n| `pubDate` | `timestamp` of the post as in RFC 822 |\n| `dc:creator` | \"@username\" |\n| `description` | Escaped HTML: the first picture, 600 pixels wide and a link to the post, how many more an album has, and the caption |\n| `enclosure` | `mediaUrl` of the post with its media type and its length in bytes, 0 if the media is not stored |\n| `media:content` | The same for each stored item of a carousel, else for the post; it contains `media:thumbnail` if there is a poster |\n",
        "x-assumed": "The specification shows no elements beyond RSS 2.0 of the latest posts.",
        "type": "string"
      },
      "MediaType": {
        "description": "Reels are reported as VIDEO",
        "type": "string",
        "enum": [
          "IMAGE",
          "VIDEO",
          "CAROUSEL_ALBUM"
        ]
      },
      "Post": {
        "description": "A post of the account; for a VIDEO render `thumbnailUrl` as the image",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "caption",
          "altText",
          "mediaType",
          "mediaUrl",
          "thumbnailUrl",
          "permalink",
          "timestamp",
          "likeCount",
          "commentsCount"
        ],
        "properties": {
          "id": {
            "description": "The platform's id of the post",
            "type": "string"
          },
          "caption": {
            "description": "Includes hashtags and mentions",
            "type": [
              "string",
              "null"
            ]
          },
          "altText": {
            "description": "Almost always null",
            "type": [
              "string",
              "null"
            ]
          },
          "mediaType": {
            "$ref": "#/components/schemas/MediaType"
          },
          "mediaUrl": {
            "description": "Usually a stored copy on the media host of the service; the platform's own expiring URL when the media is not stored. For CAROUSEL_ALBUM the first\nitem. For VIDEO usually an .mp4 file, but a .jpg when the platform withheld the video: render `thumbnailUrl` as the image.\n",
            "type": "string"
          },
          "thumbnailUrl": {
            "description": "The .jpg poster of a VIDEO; null for other types",
            "type": [
              "string",
              "null"
            ]
          },
          "permalink": {
            "description": "The post on the platform",
            "type": "string"
          },
          "timestamp": {
            "description": "When the post was published",
            "$ref": "#/components/schemas/Timestamp"
          },
          "likeCount": {
            "description": "Null when the platform gives none",
            "type": [
              "integer",
              "null"
            ]
          },
          "commentsCount": {
            "description": "Null when the platform gives none",
            "type": [
              "integer",
              "null"
            ]
          },
          "sizes": {
            "description": "Absent on Free and on a post whose media is not stored.",
            "$ref": "#/components/schemas/Sizes"
          },
          "children": {
            "description": "Only with include[]=children; empty unless the post is a CAROUSEL_ALBUM",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Child"
            }
          },
          "comments": {
            "description": "Only with include[]=comments",
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Comment"
            }
          }
        }
      },
      "Child": {
        "description": "An item of a carousel whose media is stored",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "caption",
          "altText",
          "mediaType",
          "mediaUrl",
          "thumbnailUrl",
          "permalink",
          "timestamp",
          "likeCount",
          "commentsCount"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "caption": {
            "type": "null"
          },
          "altText": {
            "type": "null"
          },
          "mediaType": {
            "type": "string",
            "enum": [
              "IMAGE",
              "VIDEO"
            ]
          },
          "mediaUrl": {
            "description": "Always a stored copy, on the media host of the service",
            "type": "string"
          },
          "thumbnailUrl": {
            "description": "The stored poster of a VIDEO; null for IMAGE",
            "type": [
              "string",
              "null"
            ]
          },
          "permalink": {
            "description": "The item's own permalink",
            "type": "string"
          },
          "timestamp": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "likeCount": {
            "type": "null"
          },
          "commentsCount": {
            "type": "null"
          },
          "sizes": {
            "description": "On every child, except on Free; null for a VIDEO without a stored poster",
            "anyOf": [
              {
                "$ref": "#/components/schemas/Sizes"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "Sizes": {
        "description": "The same picture by width in pixels, on the media host of the service; of a VIDEO, its poster",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "320",
          "768",
          "960",
          "1200"
        ],
        "properties": {
          "320": {
            "type": "string"
          },
          "768": {
            "type": "string"
          },
          "960": {
            "type": "string"
          },
          "1200": {
            "type": "string"
          }
        }
      },
      "Comment": {
        "description": "Passed through as the platform gave it at the last fetch; the writer's name is not included",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "timestamp",
          "like_count"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "text": {
            "description": "The platform occasionally leaves it out",
            "type": "string"
          },
          "timestamp": {
            "description": "The platform's form, offset without a colon",
            "type": "string",
            "pattern": "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\+0000$"
          },
          "like_count": {
            "type": "integer"
          }
        }
      },
      "Pagination": {
        "description": "Where the page stands; there is no total, so go on while `hasMore`",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "nextCursor",
          "prevCursor",
          "hasMore",
          "perPage"
        ],
        "properties": {
          "nextCursor": {
            "description": "Opaque and URL-safe; null on the last page and always on Free",
            "type": [
              "string",
              "null"
            ]
          },
          "prevCursor": {
            "description": "Opaque and URL-safe; null on the first page and always on Free. The page that it leads to has a `nextCursor` again.\n",
            "type": [
              "string",
              "null"
            ]
          },
          "hasMore": {
            "description": "True exactly when nextCursor is not null",
            "type": "boolean"
          },
          "perPage": {
            "description": "The page size used, capped at the plan's limit",
            "type": "integer",
            "minimum": 1
          }
        }
      },
      "ErrorDocument": {
        "description": "A JSON:API error document",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "errors"
        ],
        "properties": {
          "errors": {
            "description": "One entry, or for a 422 one for each problem in no given order",
            "type": "array",
            "minItems": 1,
            "items": {
              "$ref": "#/components/schemas/Error"
            }
          }
        }
      },
      "Error": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "status",
          "code",
          "title",
          "detail"
        ],
        "properties": {
          "status": {
            "description": "The HTTP status as a string",
            "type": "string",
            "pattern": "^[45]\\d\\d$"
          },
          "code": {
            "description": "Switch on this; codes may be added",
            "type": "string"
          },
          "title": {
            "type": "string"
          },
          "detail": {
            "description": "For people; its wording may change",
            "type": "string"
          },
          "source": {
            "description": "Only on VALIDATION_ERROR",
            "type": "object",
            "additionalProperties": false,
            "required": [
              "parameter"
            ],
            "properties": {
              "parameter": {
                "description": "The parameter as sent",
                "type": "string"
              }
            }
          }
        }
      },
      "GraphqlRequest": {
        "type": "object",
        "required": [
          "query"
        ],
        "properties": {
          "query": {
            "type": "string"
          },
          "variables": {
            "type": [
              "object",
              "null"
            ]
          },
          "operationName": {
            "type": [
              "string",
              "null"
            ]
          }
        }
      },
      "GraphqlResult": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "data": {
            "description": "Absent when an error was found before the query ran",
            "type": [
              "object",
              "null"
            ]
          },
          "errors": {
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "message"
              ],
              "properties": {
                "message": {
                  "type": "string"
                },
                "locations": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": [
                      "line",
                      "column"
                    ],
                    "properties": {
                      "line": {
                        "type": "integer"
                      },
                      "column": {
                        "type": "integer"
                      }
                    }
                  }
                },
                "path": {
                  "type": "array",
                  "items": {
                    "type": [
                      "string",
                      "integer"
                    ]
                  }
                },
                "extensions": {
                  "description": "Only on a failed validation of arguments",
                  "type": "object",
                  "additionalProperties": false,
                  "required": [
                    "validation"
                  ],
                  "properties": {
                    "validation": {
                      "description": "Messages by argument name",
                      "type": "object",
                      "additionalProperties": {
                        "type": "array",
                        "items": {
                          "type": "string"
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "examples": {
      "MISSING_API_KEY": {
        "summary": "The request has no api_key",
        "value": {
          "errors": [
            {
              "status": "401",
              "code": "MISSING_API_KEY",
              "title": "Authentication Required",
              "detail": "An API key is required. Please provide your API key using the api_key parameter."
            }
          ]
        }
      },
      "INVALID_API_KEY": {
        "summary": "The key is unknown, was regenerated, or its account is disconnected",
        "value": {
          "errors": [
            {
              "status": "401",
              "code": "INVALID_API_KEY",
              "title": "Authentication Failed",
              "detail": "The provided API key is invalid."
            }
          ]
        }
      },
      "NOT_FOUND": {
        "summary": "No such path under /api",
        "value": {
          "errors": [
            {
              "status": "404",
              "code": "NOT_FOUND",
              "title": "Not Found",
              "detail": "This API endpoint does not exist. See {base_url}/docs/rest-api."
            }
          ]
        }
      },
      "METHOD_NOT_ALLOWED": {
        "summary": "A method that the path does not have",
        "value": {
          "errors": [
            {
              "status": "405",
              "code": "METHOD_NOT_ALLOWED",
              "title": "Method Not Allowed",
              "detail": "This endpoint only accepts GET requests."
            }
          ]
        }
      },
      "VALIDATION_ERROR": {
        "summary": "A query parameter breaks a rule",
        "value": {
          "errors": [
            {
              "status": "422",
              "code": "VALIDATION_ERROR",
              "title": "Invalid Parameter",
              "detail": "The selected format is invalid.",
              "source": {
                "parameter": "format"
              }
            }
          ]
        }
      },
      "INTERNAL_SERVER_ERROR": {
        "summary": "The service failed",
        "value": {
          "errors": [
            {
              "status": "500",
              "code": "INTERNAL_SERVER_ERROR",
              "title": "Internal Server Error",
              "detail": "Something went wrong on our side. Please try again; if it keeps happening, contact <SUPPORT_EMAIL>."
            }
          ]
        }
      },
      "BAD_REQUEST": {
        "summary": "Percent-encoding or HTTP that cannot be read",
        "x-assumed": "The specification names no code for requests that cannot be read.",
        "value": {
          "errors": [
            {
              "status": "400",
              "code": "BAD_REQUEST",
              "title": "Bad Request",
              "detail": "The request could not be read. Check its percent-encoding."
            }
          ]
        }
      },
      "REQUEST_TIMEOUT": {
        "summary": "The request did not arrive in time",
        "x-assumed": "The specification names no code for slow requests.",
        "value": {
          "errors": [
            {
              "status": "408",
              "code": "REQUEST_TIMEOUT",
              "title": "Request Timeout",
              "detail": "The request did not arrive in time."
            }
          ]
        }
      },
      "CONTENT_TOO_LARGE": {
        "summary": "The body is over the cap",
        "x-assumed": "The specification names no cap on bodies.",
        "value": {
          "errors": [
            {
              "status": "413",
              "code": "CONTENT_TOO_LARGE",
              "title": "Content Too Large",
              "detail": "The request body is too large."
            }
          ]
        }
      },
      "URI_TOO_LONG": {
        "summary": "The URL is over the cap",
        "x-assumed": "The specification names no cap on URLs.",
        "value": {
          "errors": [
            {
              "status": "414",
              "code": "URI_TOO_LONG",
              "title": "URI Too Long",
              "detail": "The request URL is too long."
            }
          ]
        }
      },
      "HEADERS_TOO_LARGE": {
        "summary": "The URL and headers together are over the cap",
        "x-assumed": "The specification names no cap on headers.",
        "value": {
          "errors": [
            {
              "status": "431",
              "code": "HEADERS_TOO_LARGE",
              "title": "Request Header Fields Too Large",
              "detail": "The request's URL and headers are too large."
            }
          ]
        }
      },
      "MeFree": {
        "summary": "Free, one post",
        "value": {
          "username": "harbour.lights",
          "name": "Harbour Lights",
          "biography": "Boats, mostly.\nSometimes weather.",
          "website": "https://harbour.example",
          "profilePictureUrl": "https://cdn.example/media/0d6c6a3f9d5f4d1fb0f7a0c7d2a1b3e4.jpg",
          "followersCount": 1280,
          "followsCount": 301,
          "mediaCount": 412,
          "status": "ready",
          "lastFetchAt": "2026-03-01T06:00:00+00:00",
          "posts": [
            {
              "id": "17900000000000101",
              "caption": "Fog over the pier #harbour",
              "altText": null,
              "mediaType": "IMAGE",
              "mediaUrl": "https://cdn.example/media/5f1d3a7be0c94a4c8a2f6b7d9e0c1f22.jpg",
              "thumbnailUrl": null,
              "permalink": "https://platform.example/p/Hb101/",
              "timestamp": "2026-02-28T17:45:10+00:00",
              "likeCount": 96,
              "commentsCount": 4
            }
          ],
          "pagination": {
            "nextCursor": null,
            "prevCursor": null,
            "hasMore": false,
            "perPage": 6
          }
        }
      },
      "MePremium": {
        "summary": "Premium, a carousel with children and comments",
        "value": {
          "username": "harbour.lights",
          "name": null,
          "biography": null,
          "website": null,
          "profilePictureUrl": null,
          "followersCount": null,
          "followsCount": null,
          "mediaCount": 412,
          "status": "ready",
          "lastFetchAt": "2026-03-01T06:00:00+00:00",
          "posts": [
            {
              "id": "17900000000000100",
              "caption": null,
              "altText": null,
              "mediaType": "CAROUSEL_ALBUM",
              "mediaUrl": "https://cdn.example/media/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.jpg",
              "thumbnailUrl": null,
              "permalink": "https://platform.example/p/Hb100/",
              "timestamp": "2026-02-27T08:00:00+00:00",
              "likeCount": null,
              "commentsCount": 1,
              "sizes": {
                "320": "https://cdn.example/media/320/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.webp",
                "768": "https://cdn.example/media/768/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.webp",
                "960": "https://cdn.example/media/960/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.webp",
                "1200": "https://cdn.example/media/1200/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.webp"
              },
              "children": [
                {
                  "id": "17900000000000102",
                  "caption": null,
                  "altText": null,
                  "mediaType": "IMAGE",
                  "mediaUrl": "https://cdn.example/media/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.jpg",
                  "thumbnailUrl": null,
                  "permalink": "https://platform.example/p/Hb102/",
                  "timestamp": "2026-02-27T08:00:00+00:00",
                  "likeCount": null,
                  "commentsCount": null,
                  "sizes": {
                    "320": "https://cdn.example/media/320/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.webp",
                    "768": "https://cdn.example/media/768/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.webp",
                    "960": "https://cdn.example/media/960/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.webp",
                    "1200": "https://cdn.example/media/1200/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.webp"
                  }
                },
                {
                  "id": "17900000000000103",
                  "caption": null,
                  "altText": null,
                  "mediaType": "VIDEO",
                  "mediaUrl": "https://cdn.example/media/c0ffee6d1b5e4f01a9d3c8e2f4b6a811.mp4",
                  "thumbnailUrl": null,
                  "permalink": "https://platform.example/p/Hb103/",
                  "timestamp": "2026-02-27T08:00:00+00:00",
                  "likeCount": null,
                  "commentsCount": null,
                  "sizes": null
                }
              ],
              "comments": [
                {
                  "id": "18100000000000001",
                  "text": "Lovely light",
                  "timestamp": "2026-02-27T09:12:00+0000",
                  "like_count": 2
                }
              ]
            }
          ],
          "pagination": {
            "nextCursor": "bjpwdWJsaXNoZWRBdDpkZXNjOjE3NzIxODg4MDAwMDA6NDEy",
            "prevCursor": null,
            "hasMore": true,
            "perPage": 1
          }
        }
      },
      "MeImporting": {
        "summary": "The first import is still running",
        "value": {
          "username": "harbour.lights",
          "name": "Harbour Lights",
          "biography": null,
          "website": null,
          "profilePictureUrl": null,
          "followersCount": 1280,
          "followsCount": 301,
          "mediaCount": 412,
          "status": "importing",
          "lastFetchAt": null,
          "posts": [],
          "pagination": {
            "nextCursor": null,
            "prevCursor": null,
            "hasMore": false,
            "perPage": 100
          }
        }
      },
      "MeBrokenConnection": {
        "summary": "The platform rejects the access token; X-Service-Feed-Stale says so",
        "value": {
          "username": "harbour.lights",
          "name": "Harbour Lights",
          "biography": null,
          "website": null,
          "profilePictureUrl": null,
          "followersCount": 1280,
          "followsCount": 301,
          "mediaCount": 412,
          "status": "invalid_token",
          "lastFetchAt": "2025-11-02T06:00:00+00:00",
          "posts": [],
          "pagination": {
            "nextCursor": null,
            "prevCursor": null,
            "hasMore": false,
            "perPage": 6
          }
        }
      },
      "Accounts": {
        "summary": "A healthy account",
        "value": {
          "data": {
            "type": "accounts",
            "id": "17841400000000001",
            "attributes": {
              "username": "harbour.lights",
              "name": "Harbour Lights",
              "biography": null,
              "website": null,
              "profilePictureUrl": null,
              "followersCount": 1280,
              "followsCount": 301,
              "mediaCount": 412,
              "status": "ready",
              "lastFetchAt": "2026-03-01T06:00:00+00:00"
            }
          }
        }
      },
      "Rss": {
        "summary": "A feed with a picture and a video",
        "value": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:media=\"http://search.yahoo.com/mrss/\">\n<channel>\n<title>Harbour Lights</title>\n<link>https://harbour.example</link>\n<atom:link href=\"https://feed.example/api/v1/rss?api_key=&lt;API_KEY&gt;\" rel=\"self\" type=\"application/rss+xml\"/>\n<description>Boats, mostly.</description>\n<lastBuildDate>Sun, 01 Mar 2026 06:00:00 GMT</lastBuildDate>\n<ttl>60</ttl>\n<image>\n<url>https://cdn.example/media/0d6c6a3f9d5f4d1fb0f7a0c7d2a1b3e4.jpg</url>\n<title>Harbour Lights</title>\n<link>https://harbour.example</link>\n</image>\n<item>\n<title>Fog over the pier #harbour</title>\n<link>https://platform.example/p/Hb101/</link>\n<guid isPermaLink=\"false\">17900000000000101</guid>\n<pubDate>Sat, 28 Feb 2026 17:45:10 GMT</pubDate>\n<dc:creator>@harbour.lights</dc:creator>\n<description>&lt;p&gt;&lt;a href=&quot;https://platform.example/p/Hb101/&quot;&gt;&lt;img src=&quot;https://cdn.example/media/5f1d3a7be0c94a4c8a2f6b7d9e0c1f22.jpg&quot; alt=&quot;Photo by @harbour.lights&quot; width=&quot;600&quot; style=&quot;max-width:100%;height:auto&quot;&gt;&lt;/a&gt;&lt;/p&gt;\n&lt;p&gt;Fog over the pier #harbour&lt;/p&gt;</description>\n<enclosure url=\"https://cdn.example/media/5f1d3a7be0c94a4c8a2f6b7d9e0c1f22.jpg\" length=\"184320\" type=\"image/jpeg\"/>\n<media:content url=\"https://cdn.example/media/5f1d3a7be0c94a4c8a2f6b7d9e0c1f22.jpg\" type=\"image/jpeg\" medium=\"image\"/>\n</item>\n<item>\n<title>Video by @harbour.lights</title>\n<link>https://platform.example/p/Hb100/</link>\n<guid isPermaLink=\"false\">17900000000000100</guid>\n<pubDate>Fri, 27 Feb 2026 08:00:00 GMT</pubDate>\n<dc:creator>@harbour.lights</dc:creator>\n<description>&lt;p&gt;&lt;a href=&quot;https://platform.example/p/Hb100/&quot;&gt;&lt;img src=&quot;https://cdn.example/media/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.jpg&quot; alt=&quot;Video by @harbour.lights&quot; width=&quot;600&quot; style=&quot;max-width:100%;height:auto&quot;&gt;&lt;/a&gt;&lt;/p&gt;</description>\n<enclosure url=\"https://cdn.example/media/c0ffee6d1b5e4f01a9d3c8e2f4b6a811.mp4\" length=\"2411724\" type=\"video/mp4\"/>\n<media:content url=\"https://cdn.example/media/c0ffee6d1b5e4f01a9d3c8e2f4b6a811.mp4\" type=\"video/mp4\" medium=\"video\">\n<media:thumbnail url=\"https://cdn.example/media/77aa0c6d1b5e4f01a9d3c8e2f4b6a810.jpg\"/>\n</media:content>\n</item>\n</channel>\n</rss>\n"
      },
      "GraphqlQuery": {
        "summary": "The three newest posts",
        "value": {
          "query": "query Newest($first: Int) { me(first: $first) { username posts { id caption } pagination { nextCursor } } }",
          "variables": {
            "first": 3
          }
        }
      },
      "GraphqlData": {
        "summary": "Data",
        "value": {
          "data": {
            "me": {
              "username": "harbour.lights"
            }
          }
        }
      },
      "GraphqlValidation": {
        "summary": "An argument breaks a rule",
        "value": {
          "errors": [
            {
              "message": "Validation failed for the field [me].",
              "locations": [
                {
                  "line": 1,
                  "column": 3
                }
              ],
              "path": [
                "me"
              ],
              "extensions": {
                "validation": {
                  "type": [
                    "The selected type is invalid."
                  ]
                }
              }
            }
          ],
          "data": {
            "me": null
          }
        }
      },
      "GraphqlSyntax": {
        "summary": "The query cannot be parsed, so there is no data",
        "value": {
          "errors": [
            {
              "message": "Syntax Error: Expected Name, found <EOF>.",
              "locations": [
                {
                  "line": 1,
                  "column": 2
                }
              ]
            }
          ]
        }
      }
    }
  }
}
