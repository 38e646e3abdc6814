// Generated from schema.graphql by `npm run generate`. Do not edit.
import type { GraphQLResolveInfo } from 'graphql';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
};

/** A connected account. */
export type Account = {
  __typename?: 'Account';
  /** May contain line breaks. */
  biography?: Maybe<Scalars['String']['output']>;
  /** Accounts that follow this one. */
  followersCount?: Maybe<Scalars['Int']['output']>;
  /** Accounts that this one follows. */
  followsCount?: Maybe<Scalars['Int']['output']>;
  /** When posts were last fetched from the platform; null if never. */
  lastFetchAt?: Maybe<Scalars['String']['output']>;
  /** All posts on the platform, not only those returned. */
  mediaCount?: Maybe<Scalars['Int']['output']>;
  /** Display name. */
  name?: Maybe<Scalars['String']['output']>;
  /** Where this page is, and how to read the next one. */
  pagination: Pagination;
  /** The posts of this page; may be empty. */
  posts: Array<Post>;
  /** Usually a stored copy. */
  profilePictureUrl?: Maybe<Scalars['String']['output']>;
  /** The connection status: ready, importing, refreshing_token or invalid_token. Responses are cached, so a change can take up to an hour to appear. */
  status: Scalars['String']['output'];
  /** The platform username, without a leading @. */
  username: Scalars['String']['output'];
  /** The website named in the profile; null unless it is a web address. */
  website?: Maybe<Scalars['String']['output']>;
};

/** An item of a carousel. */
export type Child = {
  __typename?: 'Child';
  /** The platform's id of the item. */
  id: Scalars['ID']['output'];
  /** Always a stored copy. */
  mediaUrl: Scalars['String']['output'];
  /** The item on the platform. */
  permalink: Scalars['String']['output'];
  /** ISO 8601 in UTC, with a colon in the offset. */
  publishedAt: Scalars['String']['output'];
  /** Null on Free and for a VIDEO without a stored poster. */
  sizes?: Maybe<Array<Size>>;
  /** The stored poster of a VIDEO; null for IMAGE. */
  thumbnailUrl?: Maybe<Scalars['String']['output']>;
  /** IMAGE or VIDEO. */
  type: Scalars['String']['output'];
};

/** A comment on a post. */
export type Comment = {
  __typename?: 'Comment';
  /** The platform's id of the comment. */
  id: Scalars['ID']['output'];
  /** The number of likes. */
  likeCount: Scalars['Int']['output'];
  /** The platform occasionally leaves it out. */
  text?: Maybe<Scalars['String']['output']>;
  /** In the platform's form: ISO 8601, offset without a colon. */
  timestamp: Scalars['String']['output'];
};

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

/** Where a page is among the posts. There is no total: read on while `hasMore`. */
export type Pagination = {
  __typename?: 'Pagination';
  /** True exactly when `nextCursor` is not null. */
  hasMore: Scalars['Boolean']['output'];
  /** Opaque; null on the last page and always on Free. */
  nextCursor?: Maybe<Scalars['String']['output']>;
  /** The page size used, capped at the plan's limit. */
  perPage: Scalars['Int']['output'];
  /** Opaque; null on the first page and always on Free. The page that it leads to has a `nextCursor` again. */
  prevCursor?: Maybe<Scalars['String']['output']>;
};

/** A post. */
export type Post = {
  __typename?: 'Post';
  /** Almost always null. */
  altText?: Maybe<Scalars['String']['output']>;
  /** Includes hashtags and mentions. */
  caption?: Maybe<Scalars['String']['output']>;
  /** The items of a carousel whose media is stored; empty for other types. */
  children: Array<Child>;
  /** As the platform gave them at the last fetch. */
  comments: Array<Comment>;
  /** Null when the platform gives none. */
  commentsCount?: Maybe<Scalars['Int']['output']>;
  /** The platform's id of the post. */
  id: Scalars['ID']['output'];
  /** Null when the platform gives none. */
  likeCount?: Maybe<Scalars['Int']['output']>;
  /** Usually a stored copy, else the platform's own expiring URL. For CAROUSEL_ALBUM the first item; for VIDEO a .jpg when the video was withheld. */
  mediaUrl: Scalars['String']['output'];
  /** The post on the platform. */
  permalink: Scalars['String']['output'];
  /** ISO 8601 in UTC, with a colon in the offset. */
  publishedAt: Scalars['String']['output'];
  /** The picture by width, narrowest first. Null on Free and when the media is not stored. */
  sizes?: Maybe<Array<Size>>;
  /** The .jpg poster of a VIDEO; null for other types. */
  thumbnailUrl?: Maybe<Scalars['String']['output']>;
  /** IMAGE, VIDEO or CAROUSEL_ALBUM. Reels are VIDEO. */
  type: Scalars['String']['output'];
};

/** Reads the account of the key. There are no mutations and no subscriptions: the service is read-only. */
export type Query = {
  __typename?: 'Query';
  /** The account that the key reads, with one page of its posts. */
  me?: Maybe<Account>;
  /** One post of the account; null when the key cannot see a post with this id. */
  post?: Maybe<Post>;
};


/** Reads the account of the key. There are no mutations and no subscriptions: the service is read-only. */
export type QueryMeArgs = {
  cursor?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  format?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<Array<OrderByClause>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  publishedAfter?: InputMaybe<Scalars['String']['input']>;
  publishedBefore?: InputMaybe<Scalars['String']['input']>;
  type?: InputMaybe<Scalars['String']['input']>;
};


/** Reads the account of the key. There are no mutations and no subscriptions: the service is read-only. */
export type QueryPostArgs = {
  id: Scalars['ID']['input'];
};

/** One width of a picture. */
export type Size = {
  __typename?: 'Size';
  /** The picture in that width. */
  url: Scalars['String']['output'];
  /** In pixels. */
  width: Scalars['Int']['output'];
};

/** The direction of an ordering. */
export type SortOrder =
  /** Ascending: oldest first. */
  | 'ASC'
  /** Descending: newest first. */
  | 'DESC';



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  Account: ResolverTypeWrapper<Account>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Child: ResolverTypeWrapper<Child>;
  Comment: ResolverTypeWrapper<Comment>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  OrderByClause: OrderByClause;
  OrderByColumn: OrderByColumn;
  Pagination: ResolverTypeWrapper<Pagination>;
  Post: ResolverTypeWrapper<Post>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Size: ResolverTypeWrapper<Size>;
  SortOrder: SortOrder;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Account: Account;
  Boolean: Scalars['Boolean']['output'];
  Child: Child;
  Comment: Comment;
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  OrderByClause: OrderByClause;
  Pagination: Pagination;
  Post: Post;
  Query: Record<PropertyKey, never>;
  Size: Size;
  String: Scalars['String']['output'];
};

export type AccountResolvers<ContextType = any, ParentType extends ResolversParentTypes['Account'] = ResolversParentTypes['Account']> = {
  biography?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  followersCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  followsCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  lastFetchAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mediaCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  pagination?: Resolver<ResolversTypes['Pagination'], ParentType, ContextType>;
  posts?: Resolver<Array<ResolversTypes['Post']>, ParentType, ContextType>;
  profilePictureUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type ChildResolvers<ContextType = any, ParentType extends ResolversParentTypes['Child'] = ResolversParentTypes['Child']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  mediaUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  permalink?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sizes?: Resolver<Maybe<Array<ResolversTypes['Size']>>, ParentType, ContextType>;
  thumbnailUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CommentResolvers<ContextType = any, ParentType extends ResolversParentTypes['Comment'] = ResolversParentTypes['Comment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  likeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PaginationResolvers<ContextType = any, ParentType extends ResolversParentTypes['Pagination'] = ResolversParentTypes['Pagination']> = {
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  perPage?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  prevCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type PostResolvers<ContextType = any, ParentType extends ResolversParentTypes['Post'] = ResolversParentTypes['Post']> = {
  altText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  caption?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  children?: Resolver<Array<ResolversTypes['Child']>, ParentType, ContextType>;
  comments?: Resolver<Array<ResolversTypes['Comment']>, ParentType, ContextType>;
  commentsCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  likeCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mediaUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  permalink?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sizes?: Resolver<Maybe<Array<ResolversTypes['Size']>>, ParentType, ContextType>;
  thumbnailUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = any, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  me?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, Partial<QueryMeArgs>>;
  post?: Resolver<Maybe<ResolversTypes['Post']>, ParentType, ContextType, RequireFields<QueryPostArgs, 'id'>>;
};

export type SizeResolvers<ContextType = any, ParentType extends ResolversParentTypes['Size'] = ResolversParentTypes['Size']> = {
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type Resolvers<ContextType = any> = {
  Account?: AccountResolvers<ContextType>;
  Child?: ChildResolvers<ContextType>;
  Comment?: CommentResolvers<ContextType>;
  Pagination?: PaginationResolvers<ContextType>;
  Post?: PostResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  Size?: SizeResolvers<ContextType>;
};

