// Generated from openapi.yaml by `npm run generate`. Do not edit.
export const routes = {
  "/api/v1/me": {
    "methods": [
      "GET"
    ],
    "mediaType": "application/json",
    "parameters": [
      "page[size]",
      "page[cursor]",
      "filter[type]",
      "filter[publishedAfter]",
      "filter[publishedBefore]",
      "sort",
      "include[]",
      "format"
    ]
  },
  "/api/v1/accounts": {
    "methods": [
      "GET"
    ],
    "mediaType": "application/json",
    "parameters": []
  },
  "/api/v1/rss": {
    "methods": [
      "GET"
    ],
    "mediaType": "application/rss+xml; charset=utf-8",
    "parameters": []
  },
  "/graphql": {
    "methods": [
      "GET",
      "POST"
    ],
    "mediaType": "application/json",
    "parameters": [
      "query",
      "variables",
      "operationName"
    ]
  }
} as const

export const apiKey = {
  "parameter": "api_key",
  "pattern": "^[0-9a-f]{64}$"
} as const

export const parameters = {
  "page[size]": {
    "minimum": 1,
    "maximum": 100,
    "messages": {
      "type": "The page[size] field must be an integer.",
      "minimum": "The page[size] field must be at least 1.",
      "maximum": "The page[size] field must not be greater than 100."
    }
  },
  "page[cursor]": {
    "alias": "cursor"
  },
  "filter[type]": {
    "values": [
      "IMAGE",
      "VIDEO",
      "CAROUSEL_ALBUM",
      "REELS"
    ],
    "sameAs": {
      "REELS": "VIDEO"
    },
    "caseInsensitive": true,
    "messages": {
      "enum": "The selected filter[type] is invalid."
    }
  },
  "filter[publishedAfter]": {
    "endOfDay": false,
    "messages": {
      "format": "The filter[publishedAfter] field must be a valid date."
    }
  },
  "filter[publishedBefore]": {
    "endOfDay": true,
    "messages": {
      "format": "The filter[publishedBefore] field must be a valid date."
    }
  },
  "sort": {
    "values": [
      "-published_at",
      "published_at",
      "-publishedAt",
      "publishedAt",
      "-id",
      "id"
    ],
    "default": "-published_at",
    "orderings": {
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
    "messages": {
      "enum": "The sort value must be one of: -published_at, published_at, -publishedAt, publishedAt, -id, id."
    }
  },
  "include[]": {
    "values": [
      "children",
      "comments"
    ],
    "arrayOnly": {
      "name": "include",
      "message": "The include field must be an array."
    },
    "messages": {
      "enum": "The selected include[] is invalid."
    }
  },
  "format": {
    "values": [
      "jpg",
      "webp"
    ],
    "default": "jpg",
    "messages": {
      "enum": "The selected format is invalid."
    }
  }
} as const

export const problems = {
  "MISSING_API_KEY": {
    "status": 401,
    "title": "Authentication Required",
    "detail": "An API key is required. Please provide your API key using the api_key parameter."
  },
  "INVALID_API_KEY": {
    "status": 401,
    "title": "Authentication Failed",
    "detail": "The provided API key is invalid."
  },
  "NOT_FOUND": {
    "status": 404,
    "title": "Not Found",
    "detail": "This API endpoint does not exist. See {base_url}/docs/rest-api."
  },
  "METHOD_NOT_ALLOWED": {
    "status": 405,
    "title": "Method Not Allowed",
    "detail": "This endpoint only accepts GET requests."
  },
  "VALIDATION_ERROR": {
    "status": 422,
    "title": "Invalid Parameter",
    "detail": "The selected format is invalid."
  },
  "INTERNAL_SERVER_ERROR": {
    "status": 500,
    "title": "Internal Server Error",
    "detail": "Something went wrong on our side. Please try again; if it keeps happening, contact <SUPPORT_EMAIL>."
  },
  "BAD_REQUEST": {
    "status": 400,
    "title": "Bad Request",
    "detail": "The request could not be read. Check its percent-encoding."
  },
  "REQUEST_TIMEOUT": {
    "status": 408,
    "title": "Request Timeout",
    "detail": "The request did not arrive in time."
  },
  "CONTENT_TOO_LARGE": {
    "status": 413,
    "title": "Content Too Large",
    "detail": "The request body is too large."
  },
  "URI_TOO_LONG": {
    "status": 414,
    "title": "URI Too Long",
    "detail": "The request URL is too long."
  },
  "HEADERS_TOO_LARGE": {
    "status": 431,
    "title": "Request Header Fields Too Large",
    "detail": "The request's URL and headers are too large."
  }
} as const

export const problemMediaType = "application/vnd.api+json" as const

export const plans = {
  "free": {
    "name": "Free",
    "readablePosts": 6,
    "defaultPageSize": 6,
    "maximumPageSize": 6,
    "cursors": false,
    "sizes": false,
    "connectedAccounts": 1,
    "postRefreshSeconds": 86400
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
} as const

export const connectionStatuses = {
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
} as const

export const mediaTypes = [
  "IMAGE",
  "VIDEO",
  "CAROUSEL_ALBUM"
] as const

export const fieldLimits = {} as const

export const widths = [
  320,
  768,
  960,
  1200
] as const

export const headers = {
  "AllowOrigin": {
    "name": "Access-Control-Allow-Origin",
    "value": "*"
  },
  "AllowMethods": {
    "name": "Access-Control-Allow-Methods"
  },
  "AllowHeaders": {
    "name": "Access-Control-Allow-Headers",
    "value": "*, Authorization"
  },
  "MaxAge": {
    "name": "Access-Control-Max-Age",
    "value": "7200"
  },
  "AccountStatus": {
    "name": "X-Service-Account-Status"
  },
  "LastFetchedAt": {
    "name": "X-Last-Fetched-At",
    "whenNull": "Never"
  },
  "FeedStale": {
    "name": "X-Service-Feed-Stale"
  },
  "CacheControl": {
    "name": "Cache-Control"
  },
  "ETag": {
    "name": "ETag"
  },
  "ExposeHeaders": {
    "name": "Access-Control-Expose-Headers",
    "value": "X-Last-Fetched-At, X-Service-Account-Status, X-Service-Feed-Stale, X-Request-Id"
  },
  "Allow": {
    "name": "Allow"
  }
} as const

export const caching = {
  "seconds": 3600,
  "production": "max-age=3600, public",
  "otherwise": "no-cache, private",
  "error": "no-store, private"
} as const

export const refresh = {
  "profileSeconds": 86400,
  "platformTokenSeconds": 5184000
} as const

export const limits = {
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
  "graphqlErrorLength": 500
} as const
