import type { ReactNode } from 'react'
import styles from './Avatar.module.css'

const { ink, skin, cloth } = styles

/** Ten faces in a 40 by 40 view box, each drawn with a few simple shapes. */
export const faces: readonly ReactNode[] = [
  // Bowl cut
  <>
    <circle className={skin} cx="20" cy="22" r="11" />
    <path className={ink} d="M9 22a11 11 0 0 1 22 0c-4-1-8-3-10-6-2 3-7 5-12 6z" />
    <path className={styles.line} d="M16 24v1M24 24v1M17 28.5c2 1.6 4 1.6 6 0" />
  </>,
  // Round glasses
  <>
    <circle className={skin} cx="20" cy="21" r="11" />
    <path className={styles.line} d="M19 21h2M10 19l2 1M30 19l-2 1M17 28h6" />
    <circle className={styles.lens} cx="15.5" cy="21" r="3.6" />
    <circle className={styles.lens} cx="24.5" cy="21" r="3.6" />
  </>,
  // Cat
  <>
    <path className={skin} d="M9 9l7 4.6a14 14 0 0 1 8 0L31 9v14c0 5-5 9-11 9S9 28 9 23z" />
    <path className={styles.line} d="M15 20v2M25 20v2M20 25v1.5M16.5 28c1.5 1 3 .4 3.5-1.4.5 1.8 2 2.4 3.5 1.4" />
  </>,
  // Robot
  <>
    <rect className={skin} x="10" y="13" width="20" height="18" rx="4" />
    <path className={styles.line} d="M20 13V8M16 27h8" />
    <circle className={ink} cx="20" cy="7.5" r="1.8" />
    <circle className={ink} cx="16" cy="20.5" r="2" />
    <circle className={ink} cx="24" cy="20.5" r="2" />
  </>,
  // Bun
  <>
    <circle className={ink} cx="20" cy="8.5" r="4.5" />
    <path className={ink} d="M8.5 26a11.5 13 0 0 1 23 0z" />
    <circle className={skin} cx="20" cy="23.5" r="9" />
    <path className={styles.line} d="M16.5 23v1M23.5 23v1M17.5 27.5c1.7 1.2 3.3 1.2 5 0" />
    <path className={ink} d="M12 20c3 0 6-1.5 8-4 2 2.5 5 4 8 4-1-4-4-7-8-7s-7 3-8 7z" />
  </>,
  // Beard
  <>
    <circle className={skin} cx="20" cy="19" r="10" />
    <path className={ink} d="M10 19c1 2 4 3.5 6 3.5 1.5 0 2.5-1 4-1s2.5 1 4 1c2 0 5-1.5 6-3.5 1 8-4 14-10 14s-11-6-10-14z" />
    <path className={styles.line} d="M16.5 17v1M23.5 17v1" />
    <path className={styles.smile} d="M18 25.5c1.3.7 2.7.7 4 0" />
  </>,
  // Owl
  <>
    <path className={skin} d="M9 10c4 0 7 1 11 1s7-1 11-1c1.5 7 1 22-11 22S7.5 17 9 10z" />
    <circle className={styles.lens} cx="15" cy="19" r="4.5" />
    <circle className={styles.lens} cx="25" cy="19" r="4.5" />
    <circle className={ink} cx="15" cy="19" r="1.7" />
    <circle className={ink} cx="25" cy="19" r="1.7" />
    <path className={ink} d="M18 23h4l-2 4z" />
  </>,
  // Ghost
  <>
    <path className={skin} d="M10 20a10 10 0 0 1 20 0v12l-3.3-2.5-3.4 2.5-3.3-2.5-3.3 2.5-3.4-2.5L10 32z" />
    <ellipse className={ink} cx="16.5" cy="20" rx="1.6" ry="2.2" />
    <ellipse className={ink} cx="23.5" cy="20" rx="1.6" ry="2.2" />
    <circle className={ink} cx="20" cy="25.5" r="1.5" />
  </>,
  // Cap
  <>
    <circle className={skin} cx="20" cy="22" r="10.5" />
    <path className={cloth} d="M9.5 19a10.5 10.5 0 0 1 21 0z" />
    <path className={cloth} d="M27 17h6.5a2 2 0 0 1 0 4H27z" />
    <path className={styles.line} d="M16.5 23v1M23.5 23v1M17 28c2 1.2 4 1.2 6 0" />
  </>,
  // Bear
  <>
    <circle className={cloth} cx="11.5" cy="12.5" r="4.5" />
    <circle className={cloth} cx="28.5" cy="12.5" r="4.5" />
    <circle className={skin} cx="20" cy="21.5" r="11.5" />
    <circle className={styles.lens} cx="20" cy="26" r="4.5" />
    <circle className={ink} cx="20" cy="24.5" r="1.5" />
    <path className={styles.line} d="M15 19.5v1M25 19.5v1M18.5 28c1 .6 2 .6 3 0" />
  </>,
]
