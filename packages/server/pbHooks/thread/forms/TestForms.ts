import { Form } from './Form.ts'

/** Sends a mail from a template of the settings as a test, as in 0.22. */
export class TestEmailSendForm extends Form {
  template = ''
  email = ''

  validate = (): void => {
    const { template, email } = this
    this.dao.checkForm('checkTestMail', { template, email })
  }

  submit = (): void => {
    this.validate()
    this.scripts.callHost('sendTokenMail', [
      { mail: 'test', template: String(this.template), to: String(this.email), collectionId: '' },
    ])
  }
}

/** Stores a small file in the bucket of the settings and removes it again, as in 0.22. */
export class TestS3FilesystemForm extends Form {
  /** `storage` or `backups`. */
  filesystem = ''

  validate = (): void => void this.dao.checkForm('checkTestS3', { filesystem: this.filesystem })

  submit = (): void => {
    this.validate()
    this.scripts.callHost('testS3', [{ filesystem: String(this.filesystem) }])
  }
}

/** Creates Apple's client secret, as in 0.22. */
export class AppleClientSecretCreateForm extends Form {
  clientId = ''
  teamId = ''
  keyId = ''
  privateKey = ''
  /** The lifetime in seconds. */
  duration = 0

  validate = (): void => void this.dao.checkForm('checkAppleSecret', this.#values)

  submit = (): string => {
    this.validate()
    return this.scripts.callHost('appleSecret', [this.#values]) as string
  }

  get #values() {
    const [clientId, teamId, keyId, privateKey] = [this.clientId, this.teamId, this.keyId, this.privateKey].map(String)
    return { clientId, teamId, keyId, privateKey, duration: Number(this.duration) || 0 }
  }
}

/** Validates the subscriptions of a client, as in 0.22. `$app.subscriptionsBroker()` stores them. */
export class RealtimeSubscribeForm extends Form {
  clientId = ''
  subscriptions: string[] = []

  validate = (): void => void this.dao.checkForm('checkSubscription', { clientId: this.clientId })
}
