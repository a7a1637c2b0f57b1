import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../harness/findFreePort.ts'
import { repositoryDir } from '../harness/paths.ts'
import { replacing } from './replacing.ts'

export interface RunningProxy {
  /** The address that clients use. */
  origin: string
  /** The certificate of the proxy, for clients that do not know it. */
  certificate?: string
  close: () => Promise<void>
}

const deployed = (name: string): string => join(repositoryDir, 'deploy', name)

/** Starts a proxy, and waits until it answers. */
async function start(program: string, args: string[], env: Record<string, string>, port: number, folder: string) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const isListening = () => fetch(`http://127.0.0.1:${port}`, { redirect: 'manual' }).then(Boolean, () => false)
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${errors}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }
}

/** Writes a certificate for 127.0.0.1. */
function createCertificate(folder: string) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files], { stdio: 'pipe' })
  return { key, certificate }
}

/** Starts nginx with the configuration in `deploy`, on other ports and with a certificate of its own. */
export async function openNginx(upstream: number): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-nginx-'))
  const [plain, port] = [await findFreePort(), await findFreePort()]
  const { key, certificate } = createCertificate(folder)
  const servers = replacing(readFileSync(deployed('nginx.conf'), 'utf8'), [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/letsencrypt/live/example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/example.com/privkey.pem', key],
    ['127.0.0.1:8090', `127.0.0.1:${upstream}`],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`)
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const config = join(folder, 'nginx.conf')
  const head = `daemon off; ${user} pid ${folder}/pid; error_log stderr; events {}`
  writeFileSync(config, `${head} http { access_log off; ${temporary.join(' ')}\n${servers}\n}`)
  execFileSync('nginx', ['-t', '-p', folder, '-c', config], { stdio: 'pipe' })
  const close = await start('nginx', ['-p', folder, '-c', config], {}, plain, folder)
  return { origin: `https://127.0.0.1:${port}`, certificate: readFileSync(certificate, 'utf8'), close }
}

/** Starts Caddy with the Caddyfile in `deploy`, without TLS: its certificates come from the internet. */
export async function openCaddy(upstream: number): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-caddy-'))
  const [port, admin] = [await findFreePort(), await findFreePort()]
  const config = ['--adapter', 'caddyfile', '--config', deployed('Caddyfile')]
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  execFileSync('caddy', ['validate', ...config], { stdio: 'pipe', env: { ...process.env, ...home } })
  const origin = `http://127.0.0.1:${port}`
  const env = { ...home, DOMAIN: origin, UPSTREAM: `127.0.0.1:${upstream}`, CADDY_ADMIN: `127.0.0.1:${admin}` }
  return { origin, close: await start('caddy', ['run', ...config], env, port, folder) }
}

/** Starts HAProxy with the configuration in `deploy/cluster`, in front of three servers. Its plain port does not redirect. */
export async function openHaproxy(upstreams: readonly number[]): Promise<RunningProxy & { port: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-haproxy-'))
  const [port, securePort] = [await findFreePort(), await findFreePort()]
  const { key, certificate } = createCertificate(folder)
  const [config, both] = [join(folder, 'haproxy.cfg'), join(folder, 'both.pem')]
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  const text = replacing(readFileSync(deployed('cluster/haproxy.cfg'), 'utf8'), [
    ['bind :80', `bind 127.0.0.1:${port}`],
    ['bind :443', `bind 127.0.0.1:${securePort}`],
    ['/etc/haproxy/certs/example.com.pem', both],
    ['  http-request redirect scheme https unless { ssl_fc }\n', ''],
    ...upstreams.map((upstream, index): [string, string] => [`10.0.0.1${index + 1}:8090`, `127.0.0.1:${upstream}`]),
  ])
  writeFileSync(config, text)
  execFileSync('haproxy', ['-c', '-f', config], { stdio: 'pipe' })
  const close = await start('haproxy', ['-db', '-f', config], {}, port, folder)
  return { origin: `https://127.0.0.1:${securePort}`, certificate: readFileSync(certificate, 'utf8'), port, close }
}
