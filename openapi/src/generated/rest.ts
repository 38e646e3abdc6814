// Generated from openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account and a page of its posts
         * @description `page[cursor]` pages through every stored post. On Free only the six most recent posts
         *     exist: filters and sorting apply within them, and no cursor is given.
         *     Keep filters and sort on every page; `page[size]` may change. Check `pagination.hasMore`, not the number of posts.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        /**
         * CORS preflight
         * @description Answered when the request has Origin and Access-Control-Request-Method; any other OPTIONS is a 405.
         */
        options: operations["preflightMe"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account as a JSON:API resource
         * @description The same profile and status as `/api/v1/me`, without posts. Parameters other than `api_key` are ignored.
         */
        get: operations["getAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        /**
         * CORS preflight
         * @description Answered when the request has Origin and Access-Control-Request-Method; any other OPTIONS is a 405.
         */
        options: operations["preflightAccounts"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the newest posts as an RSS 2.0 feed
         * @description As many posts as the plan's default page size, newest first. Parameters other than `api_key` are ignored.
         *     Errors are JSON here too.
         */
        get: operations["getRss"];
        put?: never;
        post?: never;
        delete?: never;
        /**
         * CORS preflight
         * @description Answered when the request has Origin and Access-Control-Request-Method; any other OPTIONS is a 405.
         */
        options: operations["preflightRss"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/graphql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Send a GraphQL query in the query string
         * @description A rejected key has the response of REST. Once the key is accepted the status is always 200.
         */
        get: operations["getGraphql"];
        put?: never;
        /**
         * Send a GraphQL query in a JSON body
         * @description The key stays in the query string; everything else is in the body.
         */
        post: operations["postGraphql"];
        delete?: never;
        /**
         * CORS preflight
         * @description Answered when the request has Origin and Access-Control-Request-Method; any other OPTIONS is a 405.
         */
        options: operations["preflightGraphql"];
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The state of the account's connection to the platform; see x-connection-statuses for meanings. Responses are cached for
         *     up to an hour, so a change can take that long to appear.
         * @enum {string}
         */
        ConnectionStatus: "ready" | "importing" | "refreshing_token" | "invalid_token";
        /**
         * Format: date-time
         * @description ISO 8601 in UTC, with a colon in the offset
         */
        Timestamp: string;
        /** @description The profile of the connected account */
        Account: {
            /** @description The platform username, without a leading @ */
            username: string;
            /** @description Display name */
            name: string | null;
            /** @description May contain line breaks */
            biography: string | null;
            /** @description The website named in the profile; null unless it is a web address */
            website: string | null;
            /** @description Usually a stored copy */
            profilePictureUrl: string | null;
            followersCount: number | null;
            followsCount: number | null;
            /** @description All posts on the platform, not only those returned */
            mediaCount: number | null;
            status: components["schemas"]["ConnectionStatus"];
            /** @description When posts were last fetched from the platform; null if never */
            lastFetchAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description The profile with one page of posts */
        AccountWithPosts: {
            /** @description The platform username, without a leading @ */
            username: string;
            /** @description Display name */
            name: string | null;
            /** @description May contain line breaks */
            biography: string | null;
            /** @description The website named in the profile; null unless it is a web address */
            website: string | null;
            /** @description Usually a stored copy */
            profilePictureUrl: string | null;
            followersCount: number | null;
            followsCount: number | null;
            /** @description All posts on the platform, not only those returned */
            mediaCount: number | null;
            status: components["schemas"]["ConnectionStatus"];
            /** @description When posts were last fetched from the platform; null if never */
            lastFetchAt: components["schemas"]["Timestamp"] | null;
            /** @description The posts of this page; may be empty */
            posts: components["schemas"]["Post"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A JSON:API document with the account as its one resource */
        AccountDocument: {
            data: {
                /** @constant */
                type: "accounts";
                /** @description The platform's id of the account */
                id: string;
                attributes: components["schemas"]["Account"];
            };
        };
        /**
         * @description The text of an RSS 2.0 document. The channel has `title`, `link`, `description`, `atom:link` (this address), `ttl`, and
         *     `lastBuildDate` and `image` if they are known. Each `item` is a post, newest first:
         *
         *     | Element | Value |
         *     |---|---|
         *     | `title` | The first line of the caption with a letter, a digit or an emoji, cut after 100 characters; without one "Photo", "Video" or "Album" and "by @username" |
         *     | `link` | `permalink` of the post |
         *     | `guid` | `id` of the post, with `isPermaLink="false"` |
         *     | `pubDate` | `timestamp` of the post as in RFC 822 |
         *     | `dc:creator` | "@username" |
         *     | `description` | Escaped HTML: the first picture, 600 pixels wide and a link to the post, how many more an album has, and the caption |
         *     | `enclosure` | `mediaUrl` of the post with its media type and its length in bytes, 0 if the media is not stored |
         *     | `media:content` | The same for each stored item of a carousel, else for the post; it contains `media:thumbnail` if there is a poster |
         */
        RssFeed: string;
        /**
         * @description Reels are reported as VIDEO
         * @enum {string}
         */
        MediaType: "IMAGE" | "VIDEO" | "CAROUSEL_ALBUM";
        /** @description A post of the account; for a VIDEO render `thumbnailUrl` as the image */
        Post: {
            /** @description The platform's id of the post */
            id: string;
            /** @description Includes hashtags and mentions */
            caption: string | null;
            /** @description Almost always null */
            altText: string | null;
            mediaType: components["schemas"]["MediaType"];
            /**
             * @description Usually a stored copy on the media host of the service; the platform's own expiring URL when the media is not stored. For CAROUSEL_ALBUM the first
             *     item. For VIDEO usually an .mp4 file, but a .jpg when the platform withheld the video: render `thumbnailUrl` as the image.
             */
            mediaUrl: string;
            /** @description The .jpg poster of a VIDEO; null for other types */
            thumbnailUrl: string | null;
            /** @description The post on the platform */
            permalink: string;
            /** @description When the post was published */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Null when the platform gives none */
            likeCount: number | null;
            /** @description Null when the platform gives none */
            commentsCount: number | null;
            /** @description Absent on Free and on a post whose media is not stored. */
            sizes?: components["schemas"]["Sizes"];
            /** @description Only with include[]=children; empty unless the post is a CAROUSEL_ALBUM */
            children?: components["schemas"]["Child"][];
            /** @description Only with include[]=comments */
            comments?: components["schemas"]["Comment"][];
        };
        /** @description An item of a carousel whose media is stored */
        Child: {
            id: string;
            caption: null;
            altText: null;
            /** @enum {string} */
            mediaType: "IMAGE" | "VIDEO";
            /** @description Always a stored copy, on the media host of the service */
            mediaUrl: string;
            /** @description The stored poster of a VIDEO; null for IMAGE */
            thumbnailUrl: string | null;
            /** @description The item's own permalink */
            permalink: string;
            timestamp: components["schemas"]["Timestamp"];
            likeCount: null;
            commentsCount: null;
            /** @description On every child, except on Free; null for a VIDEO without a stored poster */
            sizes?: components["schemas"]["Sizes"] | null;
        };
        /** @description The same picture by width in pixels, on the media host of the service; of a VIDEO, its poster */
        Sizes: {
            320: string;
            768: string;
            960: string;
            1200: string;
        };
        /** @description Passed through as the platform gave it at the last fetch; the writer's name is not included */
        Comment: {
            id: string;
            /** @description The platform occasionally leaves it out */
            text?: string;
            /** @description The platform's form, offset without a colon */
            timestamp: string;
            like_count: number;
        };
        /** @description Where the page stands; there is no total, so go on while `hasMore` */
        Pagination: {
            /** @description Opaque and URL-safe; null on the last page and always on Free */
            nextCursor: string | null;
            /** @description Opaque and URL-safe; null on the first page and always on Free. The page that it leads to has a `nextCursor` again. */
            prevCursor: string | null;
            /** @description True exactly when nextCursor is not null */
            hasMore: boolean;
            /** @description The page size used, capped at the plan's limit */
            perPage: number;
        };
        /** @description A JSON:API error document */
        ErrorDocument: {
            /** @description One entry, or for a 422 one for each problem in no given order */
            errors: components["schemas"]["Error"][];
        };
        Error: {
            /** @description The HTTP status as a string */
            status: string;
            /** @description Switch on this; codes may be added */
            code: string;
            title: string;
            /** @description For people; its wording may change */
            detail: string;
            /** @description Only on VALIDATION_ERROR */
            source?: {
                /** @description The parameter as sent */
                parameter: string;
            };
        };
        GraphqlRequest: {
            query: string;
            variables?: Record<string, never> | null;
            operationName?: string | null;
        };
        GraphqlResult: {
            /** @description Absent when an error was found before the query ran */
            data?: Record<string, never> | null;
            errors?: {
                message: string;
                locations?: {
                    line: number;
                    column: number;
                }[];
                path?: (string | number)[];
                /** @description Only on a failed validation of arguments */
                extensions?: {
                    /** @description Messages by argument name */
                    validation: {
                        [key: string]: string[];
                    };
                };
            }[];
        };
    };
    responses: {
        /** @description Any origin may send the request */
        Preflight: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Allow-Methods": components["headers"]["AllowMethods"];
                "Access-Control-Allow-Headers": components["headers"]["AllowHeaders"];
                "Access-Control-Max-Age": components["headers"]["MaxAge"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The response named by If-None-Match is still current */
        NotModified: {
            headers: {
                "X-Service-Account-Status": components["headers"]["AccountStatus"];
                "X-Last-Fetched-At": components["headers"]["LastFetchedAt"];
                "X-Service-Feed-Stale": components["headers"]["FeedStale"];
                "Cache-Control": components["headers"]["CacheControl"];
                ETag: components["headers"]["ETag"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request cannot be read */
        BadRequest: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description No key, or a key that reads no account */
        Unauthorized: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description The path under /api is no endpoint, such as /api/v1/posts. Checked before the method and the key. */
        NotFound: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description The path has no such method, HEAD included. Checked before the key. */
        MethodNotAllowed: {
            headers: {
                Allow: components["headers"]["Allow"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description The headers or the body took too long to arrive. The connection is closed. */
        RequestTimeout: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description The body is larger than any request needs */
        ContentTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description The URL is longer than any request needs */
        UriTooLong: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description One entry for each invalid query parameter */
        InvalidParameter: {
            headers: {
                "X-Service-Account-Status": components["headers"]["AccountStatus"];
                "X-Last-Fetched-At": components["headers"]["LastFetchedAt"];
                "X-Service-Feed-Stale": components["headers"]["FeedStale"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description The URL and the headers together are larger than any request needs. The connection is closed. */
        HeadersTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
        /** @description The service failed; the same request may work later */
        InternalServerError: {
            headers: {
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/vnd.api+json": components["schemas"]["ErrorDocument"];
            };
        };
    };
    parameters: {
        /**
         * @description Posts per page. The default is the plan's limit: 6 on Free, 100 on Premium. On Free a larger valid value gives six
         *     posts. It may change between pages.
         */
        PageSize: number;
        /**
         * @description `nextCursor` or `prevCursor` of an earlier response, unchanged. An unrecognized cursor gives the first page.
         *     A cursor marks a position in one ordering: keep the filters and `sort`, because another ordering gives unpredictable
         *     pages. Accepted and ignored on Free.
         */
        PageCursor: string;
        /** @description Only posts of this type, in any letter case of ASCII. REELS selects the same posts as VIDEO. */
        FilterType: ("IMAGE" | "VIDEO" | "CAROUSEL_ALBUM" | "REELS") | (string & {
            length?: number;
        });
        /**
         * @description Posts published at or after this ISO 8601 date or date-time. A plain date means 00:00 UTC that day; a time without
         *     a zone is UTC.
         *
         *     In a URL, write the plus sign of an offset as `%2B`.
         */
        FilterPublishedAfter: string;
        /**
         * @description Posts published at or before this ISO 8601 date or date-time. A plain date includes that whole day in UTC; a time
         *     without a zone is UTC.
         *
         *     In a URL, write the plus sign of an offset as `%2B`.
         */
        FilterPublishedBefore: string;
        /**
         * @description A leading minus is descending. `id` is the order in which the service stored the posts, not the platform's id.
         *     Equal times are in stored order, in the same direction.
         */
        Sort: "-published_at" | "published_at" | "-publishedAt" | "publishedAt" | "-id" | "id";
        /** @description Adds carousel items, comments, or both when repeated. Array syntax only. */
        Include: ("children" | "comments")[];
        /** @description The image format of the URLs in `sizes`. No effect on Free. */
        Format: "jpg" | "webp";
    };
    requestBodies: never;
    headers: {
        /** @description The connection status, the same as `status` in the body */
        AccountStatus: components["schemas"]["ConnectionStatus"];
        /** @description When posts were last fetched from the platform, or the word Never; the same as `lastFetchAt` in the body */
        LastFetchedAt: string;
        /** @description Present only when the connection is broken; says so in plain words */
        FeedStale: string;
        /** @description The value for the case, see x-caching. Errors are never cached. */
        CacheControl: string;
        /** @description A weak validator of the response, on successful GET requests */
        ETag: string;
        /** @description Any origin may read the response */
        AllowOrigin: "*";
        /** @description The service's headers that scripts of other origins may read */
        ExposeHeaders: "X-Last-Fetched-At, X-Service-Account-Status, X-Service-Feed-Stale, X-Request-Id";
        /** @description The methods of the path */
        AllowMethods: string;
        /** @description Any request header may be sent; keys in headers are ignored all the same */
        AllowHeaders: "*, Authorization";
        /** @description Seconds a browser may cache the preflight response */
        MaxAge: "7200";
        /** @description The methods of the path */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: {
                /**
                 * @description Posts per page. The default is the plan's limit: 6 on Free, 100 on Premium. On Free a larger valid value gives six
                 *     posts. It may change between pages.
                 */
                "page[size]"?: components["parameters"]["PageSize"];
                /**
                 * @description `nextCursor` or `prevCursor` of an earlier response, unchanged. An unrecognized cursor gives the first page.
                 *     A cursor marks a position in one ordering: keep the filters and `sort`, because another ordering gives unpredictable
                 *     pages. Accepted and ignored on Free.
                 */
                "page[cursor]"?: components["parameters"]["PageCursor"];
                /** @description An alias of `page[cursor]`. If both are sent, `page[cursor]` is used. */
                cursor?: string;
                /** @description Only posts of this type, in any letter case of ASCII. REELS selects the same posts as VIDEO. */
                "filter[type]"?: components["parameters"]["FilterType"];
                /**
                 * @description Posts published at or after this ISO 8601 date or date-time. A plain date means 00:00 UTC that day; a time without
                 *     a zone is UTC.
                 *
                 *     In a URL, write the plus sign of an offset as `%2B`.
                 */
                "filter[publishedAfter]"?: components["parameters"]["FilterPublishedAfter"];
                /**
                 * @description Posts published at or before this ISO 8601 date or date-time. A plain date includes that whole day in UTC; a time
                 *     without a zone is UTC.
                 *
                 *     In a URL, write the plus sign of an offset as `%2B`.
                 */
                "filter[publishedBefore]"?: components["parameters"]["FilterPublishedBefore"];
                /**
                 * @description A leading minus is descending. `id` is the order in which the service stored the posts, not the platform's id.
                 *     Equal times are in stored order, in the same direction.
                 */
                sort?: components["parameters"]["Sort"];
                /** @description Adds carousel items, comments, or both when repeated. Array syntax only. */
                "include[]"?: components["parameters"]["Include"];
                /** @description The image format of the URLs in `sizes`. No effect on Free. */
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account, one page of posts, and how to go on */
            200: {
                headers: {
                    "X-Service-Account-Status": components["headers"]["AccountStatus"];
                    "X-Last-Fetched-At": components["headers"]["LastFetchedAt"];
                    "X-Service-Feed-Stale": components["headers"]["FeedStale"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountWithPosts"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            422: components["responses"]["InvalidParameter"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    preflightMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Preflight"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON:API resource */
            200: {
                headers: {
                    "X-Service-Account-Status": components["headers"]["AccountStatus"];
                    "X-Last-Fetched-At": components["headers"]["LastFetchedAt"];
                    "X-Service-Feed-Stale": components["headers"]["FeedStale"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDocument"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    preflightAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Preflight"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getRss: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An RSS 2.0 document */
            200: {
                headers: {
                    "X-Service-Account-Status": components["headers"]["AccountStatus"];
                    "X-Last-Fetched-At": components["headers"]["LastFetchedAt"];
                    "X-Service-Feed-Stale": components["headers"]["FeedStale"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/rss+xml; charset=utf-8": components["schemas"]["RssFeed"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    preflightRss: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Preflight"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
    getGraphql: {
        parameters: {
            query?: {
                /** @description The GraphQL document */
                query?: string;
                /** @description The variables as a JSON object */
                variables?: string;
                /** @description The operation to run when the document holds several */
                operationName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Data, errors, or both */
            200: {
                headers: {
                    "X-Service-Account-Status": components["headers"]["AccountStatus"];
                    "X-Last-Fetched-At": components["headers"]["LastFetchedAt"];
                    "X-Service-Feed-Stale": components["headers"]["FeedStale"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphqlResult"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    postGraphql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GraphqlRequest"];
            };
        };
        responses: {
            /** @description Data, errors, or both */
            200: {
                headers: {
                    "X-Service-Account-Status": components["headers"]["AccountStatus"];
                    "X-Last-Fetched-At": components["headers"]["LastFetchedAt"];
                    "X-Service-Feed-Stale": components["headers"]["FeedStale"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraphqlResult"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            414: components["responses"]["UriTooLong"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalServerError"];
        };
    };
    preflightGraphql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: components["responses"]["Preflight"];
            400: components["responses"]["BadRequest"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            431: components["responses"]["HeadersTooLarge"];
        };
    };
}
