const request = 'Send a request to the API with $http.send instead.'

/** The forms of 0.22 that scripts cannot use. Requests of the API do the same. */
const forms = [
  'AdminLoginForm',
  'AdminPasswordResetConfirmForm',
  'AdminPasswordResetRequestForm',
  'AppleClientSecretCreateForm',
  'RealtimeSubscribeForm',
  'RecordEmailChangeConfirmForm',
  'RecordEmailChangeRequestForm',
  'RecordOAuth2LoginForm',
  'RecordPasswordLoginForm',
  'RecordPasswordResetConfirmForm',
  'RecordPasswordResetRequestForm',
  'RecordVerificationConfirmForm',
  'RecordVerificationRequestForm',
  'TestEmailSendForm',
  'TestS3FilesystemForm',
]

const statement = 'Run the statement with db().newQuery(…).execute().'
const folder = 'Use $os.readDir, or $filepath.glob.'
const collection = 'Save the collection with saveCollection: its table or view follows.'

/** The names of 0.22 that scripts cannot use, with advice about what to do instead. */
export const notOffered = {
  classes: Object.fromEntries(forms.map(name => [name, request])),
  app: { createBackup: request, restoreBackup: request, restart: 'Restart the server from outside, for example with systemd.' },
  dao: {
    createViewSchema: collection,
    deleteTable: collection,
    deleteView: collection,
    saveView: collection,
    syncRecordTableSchema: collection,
    tableIndexes: statement,
    tableInfo: statement,
    findById: 'Find records with findRecordById, and admins with findAdminById.',
    findLogById: 'The log is read with $app.logsDao().',
    logQuery: 'The log is read with $app.logsDao().',
    findRecordByViewFile: 'Find the record of the file in its own collection.',
    modelQuery: 'Query records with recordQuery, and other tables with db().select().',
  },
  /** Members of events. */
  event: {
    mailClient: 'Send a mail with $app.newMailClient().send(message).',
    providerClient: 'Send a request to the provider with $http.send and the token e.oAuth2User.accessToken.',
  },
  client: { channel: 'The messages to a client are the ones of onRealtimeBeforeMessageSend.' },
  context: { fileFS: 'Use c.file.' },
  template: { loadFS: 'Use $template.loadFiles.' },
  os: { dirFS: 'Use $os.readDir and $os.readFile.' },
  command: { start: 'Use run or output, which wait for the end.', wait: 'Use run or output, which wait for the end.' },
  filepath: { walk: folder, walkDir: folder },
  files: { createThumb: 'The API makes thumbs: ask it for a file with ?thumb=100x100.' },
} as const satisfies Record<string, Record<string, string>>
