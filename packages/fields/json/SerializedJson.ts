/** The normal text of a JSON value, produced by another thread. `normalize` accepts it without parsing it again. */
export class SerializedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
