interface ImportMetaEnv {
  readonly PHOTOFEED_URL: string
  readonly PHOTOFEED_KEY: string
}
