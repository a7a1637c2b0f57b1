/** The normal text of a JSON value, which another thread has made: `normalize` takes it over without parsing it again. */
export class WrittenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
