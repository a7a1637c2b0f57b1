import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryDir } from '../test/harness/paths.ts'
import { eventually } from './harness/eventually.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'
import { waitForManual } from './harness/waitForManual.ts'

const server = shareServer()

/** What newcomers type into the search, the page that answers it, with its heading unless the whole page does, and words of the answer. */
const questions: [string, string, string][] = [
  ['how do I install and start it', 'quick-start#install-and-start', 'npm start'],
  ['create the first admin', 'quick-start#create-the-first-admin', 'coffer admin create'],
  ['what is a collection', 'concepts#collections', 'A collection is a table'],
  ['what happens to related records when I delete one', 'concepts#records', 'delete'],
  ['difference between admins and users', 'concepts#admins', 'Admins are not records'],
  ['can I write a SQL view', 'concepts#views', 'SELECT'],
  ['make a field unique', 'concepts#indexes', 'unique'],
  ['where is my data stored', 'concepts#the-data-directory', 'data.db'],
  ['increment a counter', 'fields#increment-a-counter', 'views+'],
  ['date format and time zone', 'fields#date', 'UTC'],
  ['only the owner can edit', 'rules-cookbook', '@request.auth.id'],
  ['who can see records', 'rules', 'who may read a record'],
  ['filter operators', 'rules#operators', 'contains'],
  ['why is my list empty', 'troubleshooting#a-list-is-empty-or-lacks-records', 'list rule'],
  ['request.auth', 'rules#the-request', '@request.auth'],
  ['escape user input in a filter', 'rules#filters-of-clients', 'filter('],
  ['pagination', 'api-records#list', 'perPage'],
  ['load related records', 'api-records#load-related-records', 'expand'],
  ['register a user', 'api-auth#register', 'passwordConfirm'],
  ['log in with a password', 'api-auth#sign-in-with-a-password', 'authWithPassword'],
  ['forgot password', 'api-auth#reset-a-password', 'requestPasswordReset'],
  ['logout and when does a token expire', 'api-auth#tokens', 'expire'],
  ['sign in with google', 'oauth2', 'Google'],
  ['upload a file', 'files#upload', 'multipart'],
  ['thumbnails', 'files#thumbs', '?thumb='],
  ['private files', 'files#protected-files', 'view rule'],
  ['store files in s3', 'files#store-files-in-s3', 'bucket'],
  ['smtp mail server', 'mail#set-up-sending', 'SMTP'],
  ['subscribe to realtime changes', 'realtime', 'subscribe'],
  ['which sdk version do I need', 'clients', '0.21'],
  ['migrate from pocketbase', 'migration#move-from-pocketbase-0-22', 'pb_data'],
  ['how do I leave and export my data', 'migration#leave-coffer', 'export'],
  ['deploy with systemd', 'deployment#_2-run-it-with-systemd', 'systemctl'],
  ['docker container', 'containers', 'volume'],
  ['nginx https', 'proxies', 'proxy_pass'],
  ['how much memory does it need', 'deployment#size', 'MB'],
  ['security checklist', 'security', 'Create the first admin'],
  ['automatic backup', 'backups#make-backups', 'schedule'],
  ['restore a backup on a new machine', 'backups#on-a-new-machine', 'restore'],
  ['upgrade to a new version', 'upgrading', 'systemctl restart coffer'],
  ['second machine failover', 'standby#switch-over', 'litestream restore'],
  ['litestream', 'standby', 'Litestream'],
  ['replication lag', 'standby#watch-the-lag', 'litestream_txid'],
  ['typescript types', 'generated-types', 'coffer types'],
  ['openapi swagger', 'generated-types#openapi', 'openapi.json'],
  ['postgres database', 'postgresql#start-the-server', '--database'],
  ['prometheus metrics', 'monitoring#metrics-for-prometheus', 'coffer_http_requests_total'],
  ['check my server for problems', 'doctor', 'coffer doctor'],
  ['environment variables', 'command-line', 'COFFER_'],
  ['how large can a request be', 'limits', 'MB'],
]

/** Results that a window shows without scrolling. */
const visibleResults = 8

const shownPaths = `[...document.querySelectorAll('[role=listbox] [role=option]')].slice(0, ${visibleResults})
  .map(option => option.getAttribute('href').replace(/^.*\\/docs\\//, '').replace('.html', ''))`

const characters: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Returns the text of a built page, or of the section below one of its headings. */
function textOf(answer: string): string {
  const [page, anchor] = answer.split('#')
  const html = readFileSync(join(repositoryDir, 'packages/dashboard/dist/docs', `${page}.html`), 'utf8')
  const heading = new RegExp(`<h([1-6]) id="${anchor ?? '[^"]*'}"`).exec(html)
  if (!heading) return ''
  const section = html.slice(heading.index + heading[0].length)
  const end = section.search(new RegExp(`<h[1-${heading[1]}] id=|<footer`))
  const text = section.slice(0, end).replace(/<[^>]+>/g, '')
  return text.replace(/&\w+;/g, entity => characters[entity] ?? entity)
}

test('the search of the manual answers the questions of newcomers with a click on one of the first results', async () => {
  expect(questions.length).toBeGreaterThanOrEqual(40)
  expect(questions.filter(([, answer, words]) => !textOf(answer).includes(words))).toEqual([])
  const { page } = await openPage({ server: server(), signedIn: false, path: 'docs/' })
  await waitForManual(page)
  await page.getByRole('button', { name: 'Search' }).click()
  const input = page.getByRole('combobox')
  let previous = ''
  for (const [question, answer] of questions) {
    const isAnswered = (path: string) => (answer.includes('#') ? path === answer : path.split('#')[0] === answer)
    await input.fill(question)
    await eventually(async () => {
      const paths = await page.evaluate<string[]>(shownPaths)
      if (`${paths}` === previous) return `"${question}" shows the results of the question before`
      if (paths.some(isAnswered)) previous = `${paths}`
      return paths.some(isAnswered) ? 'answered' : `"${question}" finds ${paths.join(', ')} instead of ${answer}`
    }).toBe('answered')
  }
})
