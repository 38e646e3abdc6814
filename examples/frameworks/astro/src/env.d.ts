interface ImportMetaEnv {
  readonly PUBLIC_PHOTOFEED_URL: string
  readonly PUBLIC_PHOTOFEED_KEY: string
}
