interface ImportMetaEnv {
  readonly VITE_PHOTOFEED_URL: string
  readonly VITE_PHOTOFEED_KEY: string
}
