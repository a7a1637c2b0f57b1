import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Report } from '../../packages/server/dataDirectory/doctor/examine.ts'
import { directoryOptions, runCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'

test('coffer doctor lists what does not run, what is newer, and values pasted into filters, with their lines, also of modules', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const folder = join(dataDir, '../elsewhere')
  await mkdir(folder)
  const lines = [
    'new RecordOAuth2LoginForm($app, null, null)',
    'onBootstrap((e) => e.next())',
    'const found = $app.dao().findRecordsByFilter("tags", "name = " + name)',
    `const safe = $app.dao().findRecordsByFilter("tags", "name = {:name}", "", 1, 0, { name: \`a\${1}\` + 1 })`,
    '$app.restart()',
    'onRealtimeConnectRequest((e) => $app.dao().tableInfo("tags"))',
    '$app.dao().findFirstRecordByFilter(\n  "tags", // onServe( in a comment\n  "name = \'" + name + "\'",\n)', // lines 7 to 10
    `$app.dao().findRecordsByFilter("tags", \`\n  name = {:name} &&\n  id != "\${id}"\n\`)`, // lines 11 to 14
    '$app\n  .dao()\n  .saveView("tags")', // lines 15 to 17
    'const onSuccess = () => {}\nonSuccess("onServe(", /`onServe(/)\nlibrary.saveView(1)', // lines 18 to 20
    'const long = $app.dao().findRecordsByFilter("tags", "name = {:name} && " +\n  "id != {:id}", "", 1)', // lines 21 and 22
    'onServe(() => {})', // line 23
    '$app.dao().logQuery()', // line 24
    '$app.logsDao().logQuery(), new AdminLoginForm($app)', // line 25
    '$app.subscriptionsBroker().clientById("a").channel()', // line 26
    'onRecordBeforeAuthWithOAuth2Request((e) => e.providerClient.scopes())', // line 27
    'let late = "name = \'" + name +\n  "\'"\nif (id) late += " && id = \'" + id + "\'"', // lines 28 to 30
    '$app.dao().findRecordsByFilter("tags", late)', // line 31
    'const field = "name"\nconst fixed = field + " = {:name}"\nconst alias = fixed', // lines 32 to 34
    '$app.dao().findRecordsByFilter("tags", alias, "", 1, 0, { name })', // line 35
    'const find = (filter) => $app.dao().findRecordsByFilter("tags", filter)', // line 36
    `const { list } = require(\`\${__hooks}/lib/list.js\`)`, // line 37
  ]
  await writeFile(join(folder, 'a.pb.js'), lines.join('\n'))
  await mkdir(join(folder, 'lib'))
  await writeFile(
    join(folder, 'lib/list.js'),
    `const other = require('./other')\nmodule.exports = { list: () => $app.restart() }`,
  )
  await writeFile(join(folder, 'lib/other.js'), `require(__hooks + '/lib/list')\nexport const other = 1`)
  await writeFile(join(folder, 'lib/unused.js'), `$app.restart()`)
  const args = ['doctor', ...directoryOptions(dataDir), '--hooksDir', folder]
  const { stdout, status } = await runCoffer([...args, '--json'])
  const report = JSON.parse(stdout) as Report
  const [found, ...others] = report.findings.filter(({ check }) => check === 'pbHooks')
  expect([status, others]).toEqual([1, []])
  expect(found).toMatchObject({ severity: 'problem', message: expect.stringMatching(/^pb_hooks has 16 places /) })
  const pasted =
    'A value is pasted into the text of a filter, so clients can change its meaning. Use a parameter such as {:name}.'
  const newer = 'it is misspelled, or written for 0.23 or later.'
  expect(found?.examples?.map(example => example.slice(`${folder}/`.length).replace(/^a\.pb\.js:/, ''))).toEqual([
    '1: RecordOAuth2LoginForm is not offered. Send the code to auth-with-oauth2 of the API with $http.send. onRecordBeforeAuthWithOAuth2Request changes what it does.',
    `2: PocketBase 0.22 has no onBootstrap: ${newer}`,
    '2: This is written for PocketBase 0.23 or later. In 0.22 it is $app.dao() and e.httpContext.',
    `3: ${pasted}`,
    '5: restart is not offered. Restart the server from outside, for example with systemd.',
    '6: tableInfo is not offered. Use tableColumns, or a statement of the database with db().newQuery(…).all(…).',
    `7: ${pasted}`,
    `11: ${pasted}`,
    '17: saveView is not offered. Save the collection with saveCollection: its table or view follows.',
    `23: PocketBase 0.22 has no onServe: ${newer}`,
    '24: logQuery is not offered. The log is read with $app.logsDao().',
    '26: channel is not offered. The messages to a client are the ones of onRealtimeBeforeMessageSend.',
    '27: providerClient is not offered. Send a request to the provider with $http.send and the token e.oAuth2User.accessToken.',
    `31: ${pasted}`,
    'lib/list.js:2: restart is not offered. Restart the server from outside, for example with systemd.',
    'lib/other.js:2: Files are scripts: export with module.exports, and load modules with require and the path of __hooks.',
  ])
  const skipping = await runCoffer([...args, '--skip', 'pbHooks'])
  expect(skipping.stdout).not.toContain('a.pb.js')
})
