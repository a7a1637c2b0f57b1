import { expect, test } from 'vitest'
import { eventually } from './harness/eventually.ts'
import { openPage } from './harness/openPage.ts'
import { shareServer } from './harness/shareServer.ts'

const server = shareServer()

/** What newcomers type into the search, and the page that answers it, with its heading unless the page as a whole does. */
const questions: [string, string][] = [
  ['install and start', 'quick-start#install-and-start'],
  ['create first admin', 'quick-start#create-the-first-admin'],
  ['what is a collection', 'concepts#collections'],
  ['delete record related records', 'concepts#records'],
  ['difference between admins and users', 'concepts#admins'],
  ['sql view', 'concepts#views'],
  ['make a field unique', 'concepts#indexes'],
  ['where is my data stored', 'concepts#the-data-directory'],
  ['increment a counter', 'fields#increment-a-counter'],
  ['date format time zone', 'fields#date'],
  ['only owner can edit', 'rules-cookbook'],
  ['who can see records rule', 'rules'],
  ['filter operators', 'rules#operators'],
  ['filter list is empty', 'troubleshooting#a-list-is-empty-or-lacks-records'],
  ['request.auth', 'rules#the-request'],
  ['escape user input in filter', 'rules#filters-of-clients'],
  ['pagination', 'api-records#list'],
  ['load related records', 'api-records#load-related-records'],
  ['register a user', 'api-auth#register'],
  ['log in with password', 'api-auth#sign-in-with-a-password'],
  ['forgot password reset', 'api-auth#reset-a-password'],
  ['logout token expires', 'api-auth#tokens'],
  ['google login', 'oauth2'],
  ['upload a file', 'files#upload'],
  ['thumbnails', 'files#thumbs'],
  ['private files', 'files#protected-files'],
  ['s3', 'files#store-files-in-s3'],
  ['smtp mail server', 'mail#set-up-sending'],
  ['realtime subscribe', 'realtime'],
  ['which sdk version', 'clients'],
  ['migrate from pocketbase', 'migration#move-from-pocketbase-0-22'],
  ['leave coffer export data', 'migration#leave-coffer'],
  ['deploy systemd', 'deployment#_2-run-it-with-systemd'],
  ['docker container', 'containers'],
  ['nginx https', 'proxies'],
  ['how much memory', 'deployment#size'],
  ['security checklist', 'security'],
  ['automatic backup', 'backups#make-backups'],
  ['restore on a new machine', 'backups#on-a-new-machine'],
  ['upgrade version', 'upgrading'],
]

/** Results that a window shows without scrolling. */
const visibleResults = 8

const shownPaths = `[...document.querySelectorAll('[role=listbox] [role=option]')].slice(0, ${visibleResults})
  .map(option => option.getAttribute('href').replace(/^.*\\/docs\\//, '').replace('.html', ''))`

test('the search of the manual answers forty questions of newcomers with a click on one of the first results', async () => {
  expect(questions).toHaveLength(40)
  const { page } = await openPage({ server: server(), signedIn: false, path: 'docs/' })
  await page.getByRole('button', { name: 'Search' }).click()
  const input = page.getByRole('combobox')
  for (const [question, answer] of questions) {
    const isAnswered = (path: string) => (answer.includes('#') ? path === answer : path.split('#')[0] === answer)
    await input.fill(question)
    await eventually(async () => {
      const paths = await page.evaluate<string[]>(shownPaths)
      return paths.some(isAnswered) ? 'answered' : `"${question}" finds ${paths.join(', ')} instead of ${answer}`
    }).toBe('answered')
  }
})
