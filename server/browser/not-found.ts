import { favicon, logo } from '@photofeed/design'

/** The page for an address that has none. `font` is the name of the font's file. */
export const notFoundPage = (font: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Not found · photofeed</title>
<link rel="icon" href="${favicon}">
<link rel="preload" href="/assets/dashboard/${font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/dashboard/dashboard.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/">${logo} photofeed</a>
<nav aria-label="Main">
<a href="/accounts">Accounts</a>
<a href="/docs/rest-api">REST API</a>
</nav>
</header>
<main id="main" tabindex="-1">
<section class="panel narrow">
<h1>Not found</h1>
<p class="quiet">There is no page at this address.</p>
<p><a class="button main" href="/">Start page</a></p>
<p class="aside">Looking for the API? The <a href="/docs/rest-api">reference</a> lists its endpoints.</p>
</section>
</main>
</body>
</html>
`
