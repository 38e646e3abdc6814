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

export type Query = {
  __typename?: 'Query';
  /** The account that the key reads, with one page of its posts. */
  me?: Maybe<Account>;
  /** One post of the account; null when the key cannot see a post with this id. */
  post?: Maybe<Post>;
};


export type QueryMeArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  type?: InputMaybe<Scalars['String']['input']>;
  format?: InputMaybe<Scalars['String']['input']>;
  publishedAfter?: InputMaybe<Scalars['String']['input']>;
  publishedBefore?: InputMaybe<Scalars['String']['input']>;
  orderBy?: InputMaybe<Array<OrderByClause>>;
};


export type QueryPostArgs = {
  id: Scalars['ID']['input'];
};

/** Assumed: the clause's shape. */
export type OrderByClause = {
  column: OrderByColumn;
  order: SortOrder;
};

export type OrderByColumn =
  /** When the post was published. */
  | 'PUBLISHED_AT'
  /** The order in which the service stored the posts. */
  | 'ID';

export type SortOrder =
  | 'ASC'
  | 'DESC';

/** A connected account. Assumed: every field but `username`, `posts` and `pagination`; they mirror REST. */
export type Account = {
  __typename?: 'Account';
  /** The platform username, without a leading @. */
  username: Scalars['String']['output'];
  /** Display name. */
  name?: Maybe<Scalars['String']['output']>;
  /** May contain line breaks. */
  biography?: Maybe<Scalars['String']['output']>;
  /** The website named in the profile; null unless it is a web address. */
  website?: Maybe<Scalars['String']['output']>;
  /** Usually a stored copy. */
  profilePictureUrl?: Maybe<Scalars['String']['output']>;
  followersCount?: Maybe<Scalars['Int']['output']>;
  followsCount?: Maybe<Scalars['Int']['output']>;
  /** All posts on the platform, not only those returned. */
  mediaCount?: Maybe<Scalars['Int']['output']>;
  /** The connection status: ready, importing, refreshing_token or invalid_token. */
  status: Scalars['String']['output'];
  /** When posts were last fetched from the platform; null if never. */
  lastFetchAt?: Maybe<Scalars['String']['output']>;
  /** The posts of this page; may be empty. */
  posts: Array<Post>;
  pagination: Pagination;
};

/** A post. Assumed: `altText`, `permalink`, `likeCount`, `commentsCount`, `sizes`, `children` and `comments`; they mirror REST. */
export type Post = {
  __typename?: 'Post';
  /** The platform's id of the post. */
  id: Scalars['ID']['output'];
  /** IMAGE, VIDEO or CAROUSEL_ALBUM. Reels are VIDEO. */
  type: Scalars['String']['output'];
  /** Includes hashtags and mentions. */
  caption?: Maybe<Scalars['String']['output']>;
  /** Almost always null. */
  altText?: Maybe<Scalars['String']['output']>;
  /** Usually a stored copy, else the platform's own expiring URL. For CAROUSEL_ALBUM the first item; for VIDEO a .jpg when the video was withheld. */
  mediaUrl: Scalars['String']['output'];
  /** The .jpg poster of a VIDEO; null for other types. */
  thumbnailUrl?: Maybe<Scalars['String']['output']>;
  /** The post on the platform. */
  permalink: Scalars['String']['output'];
  /** ISO 8601 in UTC, with a colon in the offset. */
  publishedAt: Scalars['String']['output'];
  /** Null when the platform gives none. */
  likeCount?: Maybe<Scalars['Int']['output']>;
  /** Null when the platform gives none. */
  commentsCount?: Maybe<Scalars['Int']['output']>;
  /** The picture by width, narrowest first. Null on Free and when the media is not stored. */
  sizes?: Maybe<Array<Size>>;
  /** The items of a carousel whose media is stored; empty for other types. */
  children: Array<Child>;
  /** As the platform gave them at the last fetch. */
  comments: Array<Comment>;
};

/** An item of a carousel. Assumed, as `Post.children` is. */
export type Child = {
  __typename?: 'Child';
  id: Scalars['ID']['output'];
  /** IMAGE or VIDEO. */
  type: Scalars['String']['output'];
  /** Always a stored copy. */
  mediaUrl: Scalars['String']['output'];
  /** The stored poster of a VIDEO; null for IMAGE. */
  thumbnailUrl?: Maybe<Scalars['String']['output']>;
  permalink: Scalars['String']['output'];
  publishedAt: Scalars['String']['output'];
  /** Null on Free and for a VIDEO without a stored poster. */
  sizes?: Maybe<Array<Size>>;
};

/** One width of a picture. Assumed, as `Post.sizes` is. */
export type Size = {
  __typename?: 'Size';
  /** In pixels. */
  width: Scalars['Int']['output'];
  url: Scalars['String']['output'];
};

/** A comment on a post. Assumed, as `Post.comments` is. */
export type Comment = {
  __typename?: 'Comment';
  id: Scalars['ID']['output'];
  /** The platform occasionally leaves it out. */
  text?: Maybe<Scalars['String']['output']>;
  /** In the platform's form: ISO 8601, offset without a colon. */
  timestamp: Scalars['String']['output'];
  likeCount: Scalars['Int']['output'];
};

export type Pagination = {
  __typename?: 'Pagination';
  /** Opaque; null on the last page and always on Free. */
  nextCursor?: Maybe<Scalars['String']['output']>;
  /** Opaque; null on the first page and always on Free. */
  prevCursor?: Maybe<Scalars['String']['output']>;
  /** True exactly when `nextCursor` is not null. */
  hasMore: Scalars['Boolean']['output'];
  /** The page size used, capped at the plan's limit. */
  perPage: Scalars['Int']['output'];
};



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
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  OrderByClause: OrderByClause;
  OrderByColumn: OrderByColumn;
  SortOrder: SortOrder;
  Account: ResolverTypeWrapper<Account>;
  Post: ResolverTypeWrapper<Post>;
  Child: ResolverTypeWrapper<Child>;
  Size: ResolverTypeWrapper<Size>;
  Comment: ResolverTypeWrapper<Comment>;
  Pagination: ResolverTypeWrapper<Pagination>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  Query: Record<PropertyKey, never>;
  Int: Scalars['Int']['output'];
  String: Scalars['String']['output'];
  ID: Scalars['ID']['output'];
  OrderByClause: OrderByClause;
  Account: Account;
  Post: Post;
  Child: Child;
  Size: Size;
  Comment: Comment;
  Pagination: Pagination;
  Boolean: Scalars['Boolean']['output'];
};

export type QueryResolvers<ContextType = any, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  me?: Resolver<Maybe<ResolversTypes['Account']>, ParentType, ContextType, Partial<QueryMeArgs>>;
  post?: Resolver<Maybe<ResolversTypes['Post']>, ParentType, ContextType, RequireFields<QueryPostArgs, 'id'>>;
};

export type AccountResolvers<ContextType = any, ParentType extends ResolversParentTypes['Account'] = ResolversParentTypes['Account']> = {
  username?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  biography?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  profilePictureUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  followersCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  followsCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  mediaCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  lastFetchAt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  posts?: Resolver<Array<ResolversTypes['Post']>, ParentType, ContextType>;
  pagination?: Resolver<ResolversTypes['Pagination'], ParentType, ContextType>;
};

export type PostResolvers<ContextType = any, ParentType extends ResolversParentTypes['Post'] = ResolversParentTypes['Post']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  caption?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  altText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  mediaUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  thumbnailUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  permalink?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  likeCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  commentsCount?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  sizes?: Resolver<Maybe<Array<ResolversTypes['Size']>>, ParentType, ContextType>;
  children?: Resolver<Array<ResolversTypes['Child']>, ParentType, ContextType>;
  comments?: Resolver<Array<ResolversTypes['Comment']>, ParentType, ContextType>;
};

export type ChildResolvers<ContextType = any, ParentType extends ResolversParentTypes['Child'] = ResolversParentTypes['Child']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  mediaUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  thumbnailUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  permalink?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  sizes?: Resolver<Maybe<Array<ResolversTypes['Size']>>, ParentType, ContextType>;
};

export type SizeResolvers<ContextType = any, ParentType extends ResolversParentTypes['Size'] = ResolversParentTypes['Size']> = {
  width?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CommentResolvers<ContextType = any, ParentType extends ResolversParentTypes['Comment'] = ResolversParentTypes['Comment']> = {
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  text?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  timestamp?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  likeCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type PaginationResolvers<ContextType = any, ParentType extends ResolversParentTypes['Pagination'] = ResolversParentTypes['Pagination']> = {
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  prevCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasMore?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  perPage?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type Resolvers<ContextType = any> = {
  Query?: QueryResolvers<ContextType>;
  Account?: AccountResolvers<ContextType>;
  Post?: PostResolvers<ContextType>;
  Child?: ChildResolvers<ContextType>;
  Size?: SizeResolvers<ContextType>;
  Comment?: CommentResolvers<ContextType>;
  Pagination?: PaginationResolvers<ContextType>;
};

