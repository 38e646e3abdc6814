import { httpResource } from '@angular/common/http'
import { Component, input } from '@angular/core'

@Component({
  selector: 'app-profile',
  template: `
    @if (page.error()) {
      <p role="alert">The feed is unavailable.</p>
    } @else if (page.value(); as page) {
      <h1>{{ page.username }}</h1>
    }
  `,
})
export class Profile {
  readonly apiKey = input('')
  readonly page = httpResource<{ username: string }>(
    () => `https://photofeed.test/api/v1/me?api_key=${this.apiKey()}`,
  )
}
