/** The feed of every snippet in the documentation. */
export const exampleFeed = {
  baseUrl: 'https://feed.example',
  apiKey: '<API_KEY>',
  profileUrl: 'https://www.instagram.com/your.account/',
}
