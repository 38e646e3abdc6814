import 'swagger-ui-dist/swagger-ui.css'
// @ts-expect-error The published types are those of version 3.
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'

const dark = matchMedia('(prefers-color-scheme: dark)')

function followTheme() {
  document.documentElement.classList.toggle('dark-mode', dark.matches)
}

followTheme()
dark.addEventListener('change', followTheme)
// Without `validatorUrl`, Swagger UI would have another host check the definition.
SwaggerUI({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
})
