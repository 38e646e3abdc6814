// Generated from schema.graphql by `npm run generate`. Do not edit.
/** The type of each field of the objects in a response. */
export const fields = {
  "Account": {
    "username": "String!",
    "name": "String",
    "biography": "String",
    "website": "String",
    "profilePictureUrl": "String",
    "followersCount": "Int",
    "followsCount": "Int",
    "mediaCount": "Int",
    "status": "String!",
    "lastFetchAt": "String",
    "posts": "[Post!]!",
    "pagination": "Pagination!"
  },
  "Post": {
    "id": "ID!",
    "type": "String!",
    "caption": "String",
    "altText": "String",
    "mediaUrl": "String!",
    "thumbnailUrl": "String",
    "permalink": "String!",
    "publishedAt": "String!",
    "likeCount": "Int",
    "commentsCount": "Int",
    "sizes": "[Size!]",
    "children": "[Child!]!",
    "comments": "[Comment!]!"
  },
  "Child": {
    "id": "ID!",
    "type": "String!",
    "mediaUrl": "String!",
    "thumbnailUrl": "String",
    "permalink": "String!",
    "publishedAt": "String!",
    "sizes": "[Size!]"
  },
  "Size": {
    "width": "Int!",
    "url": "String!"
  },
  "Comment": {
    "id": "ID!",
    "text": "String",
    "timestamp": "String!",
    "likeCount": "Int!"
  },
  "Pagination": {
    "nextCursor": "String",
    "prevCursor": "String",
    "hasMore": "Boolean!",
    "perPage": "Int!"
  }
} as const
