import { expect, test } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

/** What each global, object and class of 0.22 offers to handlers of `pb_hooks`. The keys are expressions. */
const members: Record<string, string> = {
  $app:
    'dao logsDao settings newMailClient logger store cache newFilesystem newBackupsFilesystem subscriptionsBroker dataDir isDev encryptionEnv ' +
    'isBootstrapped refreshSettings createBackup restoreBackup restart db logsDB',
  '$app.logger()': 'debug info warn error with withGroup',
  '$app.store()': 'get set has remove getAll removeAll length setIfLessThanLimit',
  '$app.newFilesystem()': 'exists attributes getFile upload uploadFile delete list createThumb serve copy close',
  '$app.subscriptionsBroker()': 'clients clientById',
  '$app.settings()':
    'meta logs smtp s3 backups adminAuthToken adminPasswordResetToken adminFileToken recordAuthToken recordPasswordResetToken ' +
    'recordEmailChangeToken recordVerificationToken recordFileToken googleAuth clone merge redactClone validate',
  '$app.newMailClient()': 'send',
  $apis:
    'requireGuestOnly requireRecordAuth requireAdminAuth requireAdminAuthOnlyIfAny requireAdminOrRecordAuth requireAdminOrOwnerAuth bodyLimit ' +
    'gzip activityLogger requestInfo recordAuthResponse enrichRecord enrichRecords staticDirectoryHandler',
  $http: 'send',
  $security:
    'randomString randomStringWithAlphabet pseudorandomString pseudorandomStringWithAlphabet md5 sha256 sha512 hs256 hs512 equal createJWT ' +
    'parseJWT parseUnverifiedJWT encrypt decrypt',
  $tokens:
    'recordAuthToken recordVerifyToken recordResetPasswordToken recordChangeEmailToken recordFileToken adminAuthToken adminResetPasswordToken ' +
    'adminFileToken',
  $mails: 'sendRecordVerification sendRecordPasswordReset sendRecordChangeEmail sendAdminPasswordReset',
  $template: 'loadFiles loadString loadFS addFuncs',
  $os: 'getenv readFile writeFile readDir mkdir mkdirAll remove removeAll rename truncate tempDir getwd dirFS cmd exec args exit',
  "$os.cmd('true')": 'run output combinedOutput start wait dir',
  $filepath: 'join base dir ext clean isAbs rel match glob split splitList toSlash fromSlash walk walkDir',
  $filesystem: 'fileFromPath fileFromBytes fileFromMultipart fileFromUrl',
  $dbx: 'exp hashExp not and or in notIn like orLike notLike orNotLike exists notExists between notBetween',
  globalThis: 'arrayOf readerToString sleep require toString __hooks console process',
  '$app.dao()':
    'findRecordById findRecordsByIds findFirstRecordByData findRecordsByFilter findFirstRecordByFilter findRecordsByExpr recordQuery saveRecord ' +
    'deleteRecord expandRecord expandRecords canAccessRecord isRecordValueUnique findRecordByViewFile findAuthRecordByEmail ' +
    'findAuthRecordByUsername findAuthRecordByToken suggestUniqueAuthRecordUsername findAllExternalAuthsByRecord ' +
    'findExternalAuthByRecordAndProvider saveExternalAuth deleteExternalAuth findAdminByEmail findAdminById findAdminByToken totalAdmins ' +
    'saveAdmin deleteAdmin isAdminEmailUnique findCollectionByNameOrId findCollectionsByType findCollectionReferences saveCollection ' +
    'deleteCollection importCollections isCollectionNameUnique syncRecordTableSchema hasTable tableColumns tableInfo tableIndexes deleteTable ' +
    'saveView deleteView createViewSchema runInTransaction db concurrentDB nonconcurrentDB withoutHooks clone save delete findById modelQuery ' +
    'findSettings saveSettings findParamByKey saveParam logQuery findLogById vacuum',
  '$app.dao().db()': 'newQuery select insert update delete upsert transactional',
  '$app.dao().db().select()':
    'from where andWhere orWhere innerJoin leftJoin rightJoin groupBy having orderBy andOrderBy limit offset distinct union all one column',
  "$app.dao().db().newQuery('')": 'bind execute all one column',
  c:
    'pathParam pathParamDefault queryParam queryParamDefault queryParams queryString formValue formValues formFile cookie cookies bind path scheme ' +
    'isTLS isWebSocket realIP get set request response json jsonPretty jsonBlob jsonp html htmlBlob string xml xmlBlob blob stream noContent ' +
    'redirect file fileFS attachment inline setCookie',
  'c.request()': 'method url header host remoteAddr body cookies userAgent referer formValue basicAuth',
  'c.request().url': 'path rawQuery host query string',
  'c.request().header': 'get set add del values',
  'c.response()': 'header status size committed flush write',
  "new Record($app.dao().findCollectionByNameOrId('users'))":
    'get set load getString getBool getInt getFloat getDateTime getTime getStringSlice id created updated getId setId hasId refreshId isNew ' +
    'markAsNew markAsNotNew collection tableName baseFilesPath findFileFieldByFile originalCopy cleanCopy schemaData unknownData columnValueMap ' +
    'publicExport withUnknownData ignoreEmailVisibility expand setExpand mergeExpand expandedOne expandedAll email username verified ' +
    'emailVisibility tokenKey passwordHash lastResetSentAt validatePassword setEmail setUsername setVerified setEmailVisibility setPassword ' +
    'setTokenKey refreshTokenKey replaceModifers',
  'new Collection()':
    'id name type system schema indexes listRule viewRule createRule updateRule deleteRule options isAuth isBase isView authOptions baseOptions ' +
    'viewOptions setOptions markAsNew',
  'new Schema([])': 'addField removeField fields getFieldByName getFieldById clone',
  'new SchemaField({})': 'id name type required presentable system unique options',
  'new Admin()': 'id email avatar tokenKey passwordHash setPassword validatePassword refreshTokenKey',
  'new DateTime()': 'string time isZero',
  'new DateTime().time()': 'year month day hour unix add addDate format before after equal',
  'new Cookie({})': 'name value path domain maxAge expires secure httpOnly sameSite',
  'new MailerMessage()': 'from to cc bcc subject html text headers',
  "new RecordUpsertForm($app, new Record($app.dao().findCollectionByNameOrId('tags')))":
    'loadData loadRequest addFiles removeFiles setFullManageAccess setDao validate submit drySubmit filesToUpload',
}

const classes =
  'Record Collection Schema SchemaField Admin Dao DynamicModel DateTime RequestInfo Cookie MailerMessage SubscriptionMessage ValidationError ' +
  'Command RecordUpsertForm CollectionUpsertForm CollectionsImportForm AdminUpsertForm SettingsUpsertForm AdminLoginForm ' +
  'AdminPasswordResetRequestForm AdminPasswordResetConfirmForm RecordPasswordLoginForm RecordOAuth2LoginForm RecordEmailChangeRequestForm ' +
  'RecordEmailChangeConfirmForm RecordPasswordResetRequestForm RecordPasswordResetConfirmForm RecordVerificationRequestForm ' +
  'RecordVerificationConfirmForm RealtimeSubscribeForm TestEmailSendForm TestS3FilesystemForm AppleClientSecretCreateForm BadRequestError ' +
  'UnauthorizedError ForbiddenError NotFoundError ApiError'

/** Members that handlers cannot use. Their errors name what to do instead. */
const missing =
  '$app.restart $app.dao().syncRecordTableSchema $app.dao().tableInfo $app.dao().deleteTable $app.dao().saveView $app.dao().deleteView ' +
  '$app.dao().logQuery $app.dao().findLogById RecordOAuth2LoginForm'

/** Members that once did nothing, or less than in 0.22, with their effects. */
const effects: Record<string, [expression: string, value: unknown]> = {
  'offset of a query needs no limit': [
    `all((rows) => dao.db().select('name').from('tags').orderBy('name').offset(1).all(rows)).length - dao.recordQuery('tags').records().length`,
    -1,
  ],
  'offset of a query for records needs no limit': [
    `all((rows) => dao.recordQuery('tags').orderBy('name').offset(1).all(rows)).length - dao.recordQuery('tags').records().length`,
    -1,
  ],
  'a negative limit is none': [
    `all((rows) => dao.db().select('name').from('tags').limit(-1).all(rows)).length - dao.recordQuery('tags').records().length`,
    0,
  ],
  'format of a time takes a layout of Go': [
    `new DateTime('2026-03-04 15:06:07.089Z').time().format('Monday, 02-Jan-06 15:04:05.000 MST|Jan _2 3:04PM|2006-01-02T15:04:05Z07:00|.99')`,
    'Wednesday, 04-Mar-26 15:06:07.089 UTC|Mar  4 3:06PM|2026-03-04T15:06:07Z|.08',
  ],
  'validatePassword compares a new password of a record that is not saved': [
    `(() => { const r = dao.findRecordById('users', 'alice0000000001'); r.setPassword('new-password'); return [r.validatePassword('new-password'), r.validatePassword('other')] })()`,
    [true, false],
  ],
  'validatePassword compares a new password of an admin that is not saved': [
    `(() => { const a = new Admin(); a.setPassword('new-password'); return [a.validatePassword('new-password'), a.validatePassword('other')] })()`,
    [true, false],
  ],
  'save and delete take parameters': [
    `(() => {
      dao.saveParam('contract', { a: 1 })
      const param = dao.findParamByKey('contract')
      param.value = { a: 2 }
      dao.save(param)
      const saved = JSON.parse(dao.findParamByKey('contract').value)
      dao.delete(dao.findParamByKey('contract'))
      try { dao.findParamByKey('contract') } catch (error) { return [saved, 'deleted'] }
    })()`,
    [{ a: 2 }, 'deleted'],
  ],
  'refreshSettings takes back what was changed': [
    `(() => { const s = $app.settings(); const { appName } = s.meta; s.meta.appName = 'changed'; $app.refreshSettings(); return s.meta.appName === appName })()`,
    true,
  ],
  'a mail with attachments is rejected': [
    `(() => { try { $app.newMailClient().send(new MailerMessage({ attachments: { 'a.txt': 'a' } })) } catch (error) { return String(error) } })()`,
    expect.stringMatching(/^GoError: attachments are not offered\. Store the file/),
  ],
}

const source = `
  routerAdd('POST', '/evaluate', (c) => {
    const dao = $app.dao()
    const all = (fill) => { const rows = arrayOf(new DynamicModel({ name: '' })); fill(rows); return rows }
    const results = JSON.parse(readerToString(c.request().body)).map((expression) => {
      try { return { value: eval(expression) ?? null } } catch (error) { return { error: String(error) } }
    })
    return c.json(200, results)
  })
  routerAdd('GET', '/written', (c) => {
    const response = c.response()
    c.string(201, 'one ')
    response.write('two ')
    const count = response.write([0xc3, 0xa9])
    response.write([' ', response.committed, ' ', response.size].join(''))
  })
  routerAdd('POST', '/part', (c) => {
    const { header, filename, size } = c.formFile('doc')
    return c.json(200, [filename, size, header.get('content-type'), header.get('Content-Disposition'), header.get('X-Other')])
  })`

const isMissing = (path: string): boolean => missing.split(' ').includes(path)

/** Evaluates expressions in a handler. One that throws has an error. */
async function evaluate(expressions: readonly string[]) {
  const { ask } = await openPbHooks(source)
  const { text } = await ask('POST', '/evaluate', { body: [...expressions] })
  return JSON.parse(text) as { value?: unknown; error?: string }[]
}

test('all members and classes that 0.22 offers to handlers exist, or say what to use instead', async () => {
  const paths = Object.entries(members).flatMap(([owner, names]) =>
    names.split(' ').map(name => (owner === 'globalThis' ? name : `${owner}.${name}`)),
  )
  const all = [...paths, ...classes.split(' ')]
  const results = await evaluate(all.map(path => (isMissing(path) ? `${path}()` : `typeof ${path}`)))
  const isOffered = ({ value }: (typeof results)[number]) => typeof value === 'string' && value !== 'undefined'
  const names = all.filter((_, index) => isOffered(results[index] ?? {}))
  expect(all.filter(path => !names.includes(path))).toEqual(all.filter(isMissing))
  for (const [index, { error }] of results.entries())
    if (isMissing(all[index] ?? '')) expect(error, all[index]).toMatch(/is not offered\. [A-Z].+\.$/)
})

test('members that are called once do what they do in 0.22', async () => {
  const results = await evaluate(Object.values(effects).map(([expression]) => expression))
  const values = Object.keys(effects).map((name, index) => [name, results[index]?.value ?? results[index]?.error])
  expect(Object.fromEntries(values)).toEqual(
    Object.fromEntries(Object.entries(effects).map(([name, [, value]]) => [name, value])),
  )
})

test('a response shows and sends what is written to it, and a file of a form has the headers of its part', async () => {
  const { ask } = await openPbHooks(source)
  const written = await ask('GET', '/written')
  expect([written.status, written.text]).toEqual([201, 'one two é true 10'])
  const body = new FormData()
  body.set('doc', new File(['content'], 'a.txt', { type: 'text/plain' }))
  const { text } = await ask('POST', '/part', { body })
  expect(JSON.parse(text)).toEqual(['a.txt', 7, 'text/plain', 'form-data; name="doc"; filename="a.txt"', ''])
})
