import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { debianCommand, installPackages } from './debian-packages.ts'
import { freePort } from './installed-app.ts'
import { launch, run } from './processes.ts'

/** A site with WordPress as Debian packages it, with a theme of blocks. */
export interface WordPress {
  readonly url: string
  readonly owner: { readonly name: string; readonly password: string }
  /** Runs PHP with WordPress loaded, and returns what it prints. */
  php(code: string): Promise<string>
}

const packages = [
  ...['wordpress', 'wordpress-theme-twentytwentythree'],
  ...['libjs-underscore', 'libjs-cropper', 'php-getid3'],
]

/** Starts a new WordPress in a folder, with a database of its own, until the test ends. */
export async function startWordPress(folder: string): Promise<WordPress> {
  const php = await debianCommand('php', 'php-cli')
  const mariadbd = await debianCommand('mariadbd', 'mariadb-server')
  const { stdout: modules } = await run(php, ['-m'])
  if (!modules.includes('mysqli')) await installPackages('php-mysql')

  // Unpacked, not installed: it needs no web server.
  await run('apt-get', ['download', ...packages], { cwd: folder })
  for (const file of await readdir(folder))
    if (file.endsWith('.deb')) await run('dpkg', ['-x', file, '.'], { cwd: folder })
  const root = join(folder, 'usr/share/wordpress')
  const socket = join(folder, 'database.sock')
  const data = `--datadir=${join(folder, 'data')}`
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  const first = ['--auth-root-authentication-method=normal', '--skip-test-db']
  await run('mariadb-install-db', ['--no-defaults', data, ...user, ...first])
  const options = ['--no-defaults', data, ...user, `--socket=${socket}`, '--skip-networking']
  const database = launch(mariadbd, options)
  onTestFinished(() => database.stop('SIGKILL'))
  await database.waitFor((output) => (output.includes('ready for connections') ? true : null))
  await run('mariadb', [`--socket=${socket}`, '-uroot', '-e', 'CREATE DATABASE wordpress'])

  const port = await freePort()
  const host = `127.0.0.1:${port}`
  await writeFile(join(root, 'wp-config.php'), configuration(socket))
  const server = launch(php, ['-d', 'display_errors=0', '-S', host, '-t', root], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
  })
  onTestFinished(() => server.stop('SIGKILL'))
  await server.waitFor((output) => (output.includes('started') ? true : null))
  const owner = { name: 'owner', password: 'a password of a test' }
  await fetch(`http://${host}/wp-admin/install.php?step=2`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ weblog_title: 'A shop', user_name: owner.name, admin_email: 'owner@shop.example' },
      ...{ admin_password: owner.password, admin_password2: owner.password, pw_weak: 'on' },
    }),
  })
  return {
    url: `http://${host}`,
    owner,
    async php(code) {
      const prelude = `$_SERVER['HTTP_HOST'] = '${host}'; require '${root}/wp-load.php';`
      return (await run(php, ['-d', 'display_errors=0', '-r', `${prelude} ${code}`])).stdout
    },
  }
}

const configuration = (socket: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`
