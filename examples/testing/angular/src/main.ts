import { provideHttpClient } from '@angular/common/http'
import { bootstrapApplication } from '@angular/platform-browser'
import { Profile } from './profile'

bootstrapApplication(Profile, { providers: [provideHttpClient()] })
