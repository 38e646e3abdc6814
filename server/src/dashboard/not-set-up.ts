/** For an owner, who has to pass it on. */
export const notSetUp =
  'Connecting is not set up on this server: who runs it has to name its app on the photo platform.'
