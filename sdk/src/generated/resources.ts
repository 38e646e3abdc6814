// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** The profile of the connected account */
export type Account = {
    /** The platform username, without a leading @ */
    username: string;
    /** Display name */
    name: string | null;
    /** May contain line breaks */
    biography: string | null;
    /** The website named in the profile; null unless it is a web address */
    website: string | null;
    /** Usually a stored copy */
    profilePictureUrl: string | null;
    followersCount: number | null;
    followsCount: number | null;
    /** All posts on the platform, not only those returned */
    mediaCount: number | null;
}

/** A post of the account; for a VIDEO render `thumbnailUrl` as the image */
export type Post = {
    /** The platform's id of the post */
    id: string;
    /** Includes hashtags and mentions */
    caption: string | null;
    /** Almost always null */
    altText: string | null;
    mediaType: MediaType;
    /**
     * Usually a stored copy on the media host of the service; the platform's own expiring URL when the media is not stored. For CAROUSEL_ALBUM the first
     *     item. For VIDEO usually an .mp4 file, but a .jpg when the platform withheld the video: render `thumbnailUrl` as the image.
     */
    mediaUrl: string;
    /** The .jpg poster of a VIDEO; null for other types */
    thumbnailUrl: string | null;
    /** The post on the platform */
    permalink: string;
    /** When the post was published */
    timestamp: string;
    /** Null when the platform gives none */
    likeCount: number | null;
    /** Null when the platform gives none */
    commentsCount: number | null;
    /** Absent on Free and on a post whose media is not stored. */
    sizes?: Sizes;
    /** Only with include[]=children; empty unless the post is a CAROUSEL_ALBUM */
    children?: Child[];
    /** Only with include[]=comments */
    comments?: PostComment[];
}

/** An item of a carousel whose media is stored */
export type Child = {
    id: string;
    caption: null;
    altText: null;
    mediaType: "IMAGE" | "VIDEO" | (string & {});
    /** Always a stored copy, on the media host of the service */
    mediaUrl: string;
    /** The stored poster of a VIDEO; null for IMAGE */
    thumbnailUrl: string | null;
    /** The item's own permalink */
    permalink: string;
    timestamp: string;
    likeCount: null;
    commentsCount: null;
    /** On every child, except on Free; null for a VIDEO without a stored poster */
    sizes?: Sizes | null;
}

/** The same picture by width in pixels, on the media host of the service; of a VIDEO, its poster */
export type Sizes = {
    320: string;
    768: string;
    960: string;
    1200: string;
}

/** Passed through as the platform gave it at the last fetch; the writer's name is not included */
export type PostComment = {
    id: string;
    /** The platform occasionally leaves it out */
    text?: string;
    /** The platform's form, offset without a colon */
    timestamp: string;
    like_count: number;
}

/** Where the page stands; there is no total, so go on while `hasMore` */
export type Pagination = {
    /** Opaque and URL-safe; null on the last page and always on Free */
    nextCursor: string | null;
    /** Opaque and URL-safe; null on the first page and always on Free. The page that it leads to has a `nextCursor` again. */
    prevCursor: string | null;
    /** True exactly when nextCursor is not null */
    hasMore: boolean;
    /** The page size used, capped at the plan's limit */
    perPage: number;
}

/**
 * The state of the account's connection to the platform; see x-connection-statuses for meanings. Responses are cached for
 *     up to an hour, so a change can take that long to appear.
 */
export type ConnectionStatus = "ready" | "importing" | "refreshing_token" | "invalid_token" | (string & {})

/**
 * Reels are reported as VIDEO
 */
export type MediaType = "IMAGE" | "VIDEO" | "CAROUSEL_ALBUM" | (string & {})

/** The values of filter[type]. */
export type PostType = "IMAGE" | "VIDEO" | "CAROUSEL_ALBUM" | "REELS"

/** The values of sort. */
export type SortValue = "-published_at" | "published_at" | "-id" | "id"

/** The values of include[]. */
export type IncludeName = "children" | "comments"

/** The values of format. */
export type ImageFormat = "jpg" | "webp"

/** The codes of errors; a service may add others. */
export type ErrorCode = "MISSING_API_KEY" | "INVALID_API_KEY" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "VALIDATION_ERROR" | "INTERNAL_SERVER_ERROR" | "BAD_REQUEST" | "REQUEST_TIMEOUT" | "CONTENT_TOO_LARGE" | "URI_TOO_LONG" | "HEADERS_TOO_LARGE" | (string & {})
