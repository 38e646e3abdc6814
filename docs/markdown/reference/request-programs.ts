/** The parameter that the example of a path sends beside the key. */
const parameters: Readonly<Record<string, [name: string, value: string]>> = {
  '/api/v1/me': ['page[size]', '1'],
  '/graphql': ['query', '{ me { username } }'],
}

/** Returns the URL that the programs request. */
export function exampleUrl(server: string, path: string, key: string): string {
  const query = new URLSearchParams([['api_key', key], ...[parameters[path] ?? []].filter(isPair)])
  return `${server}${path}?${query}`
}

function isPair(pair: string[]): pair is [string, string] {
  return pair.length === 2
}

/** Returns programs that print the response of an endpoint, with the key in `PHOTOFEED_KEY`. None prints a URL, which has the key. */
export function requestPrograms(
  server: string,
  path: string,
): { label: string; language: string; code: string }[] {
  const url = `${server}${path}`
  const [name = '', value = ''] = parameters[path] ?? []
  const more = (text: string) => (name ? text : '')
  return [
    {
      label: 'curl',
      language: 'sh',
      code: `curl --get ${url} \\
  --data-urlencode "api_key=$PHOTOFEED_KEY"${more(` \\\n  --data-urlencode '${name}=${value}'`)}`,
    },
    {
      label: 'PHP',
      language: 'php',
      code: `<?php
$query = http_build_query(['api_key' => getenv('PHOTOFEED_KEY')${more(`, '${name}' => '${value}'`)}]);
$context = stream_context_create(['http' => ['ignore_errors' => true]]);
echo @file_get_contents("${url}?$query", false, $context);`,
    },
    {
      label: 'Python',
      language: 'python',
      code: `import os, urllib.parse, urllib.request

query = urllib.parse.urlencode({"api_key": os.environ["PHOTOFEED_KEY"]${more(`, "${name}": "${value}"`)}})
print(urllib.request.urlopen("${url}?" + query).read().decode())`,
    },
    {
      label: 'Go',
      language: 'go',
      code: `package main

import (
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
)

func main() {
	query := url.Values{"api_key": {os.Getenv("PHOTOFEED_KEY")}${more(`, "${name}": {"${value}"}`)}}
	response, err := http.Get("${url}?" + query.Encode())
	if err != nil {
		log.Fatal("The service does not respond.")
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
}`,
    },
    {
      label: 'JavaScript',
      language: 'js',
      code: `const query = new URLSearchParams({ api_key: process.env.PHOTOFEED_KEY${more(`, '${name}': '${value}'`)} })
const response = await fetch(\`${url}?\${query}\`)
console.log(await response.text())`,
    },
  ]
}
