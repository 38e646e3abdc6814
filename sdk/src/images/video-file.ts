/** Whether a URL is that of a video file. A withheld video has a picture's URL instead (2.2). */
export function isVideoFile(url: string): boolean {
  return /\.mp4($|[?#])/i.test(url)
}
