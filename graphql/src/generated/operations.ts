// Generated from schema.graphql and operations by `npm run generate`. Do not edit.
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How the posts are ordered. */
export type OrderByClause = {
  /** The column to order by. */
  column: OrderByColumn;
  /** The direction. */
  order: SortOrder;
};

/** What posts can be ordered by. */
export type OrderByColumn =
  /** The order in which the service stored the posts. */
  | 'ID'
  /** When the post was published. */
  | 'PUBLISHED_AT';

/** The direction of an ordering. */
export type SortOrder =
  /** Ascending: oldest first. */
  | 'ASC'
  /** Descending: newest first. */
  | 'DESC';

export type FeedVariables = {
  first?: number | null | undefined;
  cursor?: string | null | undefined;
  type?: string | null | undefined;
  format?: string | null | undefined;
  publishedAfter?: string | null | undefined;
  publishedBefore?: string | null | undefined;
  orderBy?: Array<OrderByClause> | OrderByClause | null | undefined;
};


export type FeedData = { me: { username: string, status: string, lastFetchAt: string | null, posts: Array<{ id: string, type: string, caption: string | null, altText: string | null, mediaUrl: string, thumbnailUrl: string | null, permalink: string, publishedAt: string, likeCount: number | null, commentsCount: number | null, sizes: Array<{ width: number, url: string }> | null }>, pagination: { nextCursor: string | null, prevCursor: string | null, hasMore: boolean, perPage: number } } | null };

export type PostVariables = {
  id: string | number;
};


export type PostData = { post: { id: string, type: string, caption: string | null, altText: string | null, mediaUrl: string, thumbnailUrl: string | null, permalink: string, publishedAt: string, likeCount: number | null, commentsCount: number | null, children: Array<{ id: string, type: string, mediaUrl: string, thumbnailUrl: string | null, permalink: string, publishedAt: string, sizes: Array<{ width: number, url: string }> | null }>, comments: Array<{ id: string, text: string | null, timestamp: string, likeCount: number }>, sizes: Array<{ width: number, url: string }> | null } | null };

export type PostFields = { id: string, type: string, caption: string | null, altText: string | null, mediaUrl: string, thumbnailUrl: string | null, permalink: string, publishedAt: string, likeCount: number | null, commentsCount: number | null, sizes: Array<{ width: number, url: string }> | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const PostFields = /*#__PURE__*/ new TypedDocumentString(`
    fragment PostFields on Post {
  id
  type
  caption
  altText
  mediaUrl
  thumbnailUrl
  permalink
  publishedAt
  likeCount
  commentsCount
  sizes {
    width
    url
  }
}
    `, {"fragmentName":"PostFields"}) as unknown as TypedDocumentString<PostFields, unknown>;
export const FeedDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Feed($first: Int, $cursor: String, $type: String, $format: String, $publishedAfter: String, $publishedBefore: String, $orderBy: [OrderByClause!]) {
  me(
    first: $first
    cursor: $cursor
    type: $type
    format: $format
    publishedAfter: $publishedAfter
    publishedBefore: $publishedBefore
    orderBy: $orderBy
  ) {
    username
    status
    lastFetchAt
    posts {
      ...PostFields
    }
    pagination {
      nextCursor
      prevCursor
      hasMore
      perPage
    }
  }
}
    fragment PostFields on Post {
  id
  type
  caption
  altText
  mediaUrl
  thumbnailUrl
  permalink
  publishedAt
  likeCount
  commentsCount
  sizes {
    width
    url
  }
}`) as unknown as TypedDocumentString<FeedData, FeedVariables>;
export const PostDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Post($id: ID!) {
  post(id: $id) {
    ...PostFields
    children {
      id
      type
      mediaUrl
      thumbnailUrl
      permalink
      publishedAt
      sizes {
        width
        url
      }
    }
    comments {
      id
      text
      timestamp
      likeCount
    }
  }
}
    fragment PostFields on Post {
  id
  type
  caption
  altText
  mediaUrl
  thumbnailUrl
  permalink
  publishedAt
  likeCount
  commentsCount
  sizes {
    width
    url
  }
}`) as unknown as TypedDocumentString<PostData, PostVariables>;