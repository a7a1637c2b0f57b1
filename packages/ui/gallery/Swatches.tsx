import styles from './Gallery.module.css'
import { Section } from './Section.tsx'

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3']
const tones = ['accent', 'danger', 'warning', 'success', 'info']
const types = ['page', 'title', 'body', 'table', 'caption', 'mono']

/** The colors and text styles of tokens.css. */
export function Swatches() {
  return (
    <Section title="Color and type">
      <div className={styles.swatches}>
        {surfaces.map(name => (
          <div key={name} className={styles.swatch} style={{ background: `var(--${name})` }}>
            {name}
          </div>
        ))}
        {tones.map(name => (
          <div key={name} className={styles.swatch} style={{ background: `var(--${name})`, color: `var(--on-${name})` }}>
            {name}
          </div>
        ))}
        {tones.map(name => (
          <div key={name} className={styles.swatch} style={{ background: `var(--${name}-soft)`, color: `var(--${name}-text)` }}>
            {name}-soft
          </div>
        ))}
      </div>
      <div className={styles.type}>
        {types.map(name => (
          <p key={name} style={{ font: `var(--type-${name})` }}>
            {name}: 1,284 records in <a href="#posts">posts</a>
          </p>
        ))}
      </div>
    </Section>
  )
}
