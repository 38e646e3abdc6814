/** The sentence that opens every surface: README, documentation, demo, mock and server. */
export const promise = 'Your Instagram posts on your website'
