const find = 'Find records with findRecordById or findFirstRecordByData, or their values with db.newQuery(…).all(…).'
const statement = 'Write the statement with db.newQuery(…).'
const transaction = 'All migrations run in one transaction already: use this dao.'
const table = 'The tables follow the collections: save them with saveCollection or deleteCollection.'
const model = 'Save with saveRecord, saveCollection, saveAdmin or saveSettings, and delete with the functions beside them.'

const adviceOfDao: readonly (readonly [advice: string, names: readonly string[]])[] = [
  [
    find,
    [
      ...['findRecordsByFilter', 'findFirstRecordByFilter', 'findRecordsByExpr', 'findRecordsByIds', 'recordQuery', 'modelQuery'],
      ...['findById', 'findRecordByViewFile', 'findAuthRecordByEmail', 'findAuthRecordByUsername', 'findAuthRecordByToken'],
      ...['expandRecord', 'expandRecords', 'canAccessRecord', 'isRecordValueUnique', 'suggestUniqueAuthRecordUsername'],
    ],
  ],
  [
    statement,
    [
      ...['db', 'concurrentDB', 'nonconcurrentDB', 'hasTable', 'tableColumns', 'tableInfo', 'tableIndexes', 'vacuum'],
      ...['findAdminById', 'findAdminByToken', 'totalAdmins', 'isAdminEmailUnique', 'findParamByKey', 'saveParam', 'deleteParam'],
      ...['findAllExternalAuthsByRecord', 'findExternalAuthByRecordAndProvider', 'findFirstExternalAuthByExpr'],
      ...['saveExternalAuth', 'deleteExternalAuth', 'findCollectionReferences', 'isCollectionNameUnique'],
      ...['logQuery', 'findLogById'],
    ],
  ],
  [table, ['syncRecordTableSchema', 'deleteTable', 'saveView', 'deleteView', 'createViewSchema']],
  [transaction, ['runInTransaction', 'withoutHooks', 'clone']],
  [model, ['save', 'delete']],
]

const request = 'It belongs to requests, which migrations do not have.'

/** The names of 0.22 that migrations cannot use, with advice about what to do instead. */
export const notOffered = {
  dao: Object.fromEntries(adviceOfDao.flatMap(([advice, names]) => names.map(name => [name, advice]))),
  globals: {
    Command: 'Files of pb_hooks add commands.',
    Cookie: request,
    MailerMessage: 'Migrations cannot send mails: files of pb_hooks can.',
    RequestInfo: request,
    SubscriptionMessage: request,
    ValidationError: 'Throw an Error.',
    readerToString: 'Files are read as bytes with $os.readFile(…).',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>
