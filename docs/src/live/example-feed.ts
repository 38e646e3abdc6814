/** The feed of every tag in the documentation. */
export const exampleFeed = {
  baseUrl: 'https://feed.example',
  id: '7Qm2xk3A',
  profileUrl: 'https://www.instagram.com/your.account/',
}
