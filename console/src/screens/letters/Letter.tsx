import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClaimCode } from '@noa/domain/codes/claim-code.ts';
import type { WasteStream } from '@noa/domain/vocabulary.ts';
import { dateFormat } from '../../ui/values/kept-format.ts';
import { paths } from '../../paths.ts';
import { useLocalAccounts } from '../../session/config.ts';
import { WasteStreamBadge } from '../../ui/badges/WasteStreamBadge.tsx';
import classes from './Letters.module.css';
import { drawQr } from './qr.ts';

interface Props {
  /** Whole address of the apartment. */
  address: string;
  code: string;
  expiresAt: string;
  /** What the containers are for that it opens; none where nobody knows. */
  streams: readonly WasteStream[];
}

/** The letter that brings an apartment its claim code: one A4 page, black on white whatever the colour scheme. */
export function Letter({ address, code, expiresAt, streams }: Props) {
  const { t, i18n } = useTranslation('letters');
  // Residents make Noa's own accounts by a link in a mail; where none is sent they are given.
  const signIn = useLocalAccounts()?.sendsMail === false ? 'signInGiven' : 'signIn';
  const { origin, host } = window.location;
  const qr = useMemo(() => drawQr(`${origin}${paths.claim(code)}`), [origin, code]);
  const until = dateFormat(i18n.language, { dateStyle: 'long' }).format(new Date(expiresAt));
  return (
    <article className={classes.letter} aria-label={t('letterFor', { address })}>
      <header>
        <p className={classes.to}>{t('to')}</p>
        <p className={classes.address}>{address}</p>
      </header>
      <section>
        <h2 className={classes.subject}>{t('subject')}</h2>
        {streams.length > 0 && (
          <ul className={classes.streams} aria-label={t('streams')}>
            {streams.map((stream) => (
              <li key={stream}>
                <WasteStreamBadge stream={stream} />
              </li>
            ))}
          </ul>
        )}
        <p>{t('purpose')}</p>
        <ol className={classes.steps}>
          <li>{t('steps.scan')}</li>
          <li>{t(`steps.${signIn}`, { host })}</li>
          <li>{t('steps.type')}</li>
        </ol>
        <div className={classes.codes}>
          <svg
            className={classes.qr}
            viewBox={`0 0 ${qr.modules} ${qr.modules}`}
            shapeRendering="crispEdges"
            role="img"
            aria-label={t('qr')}
          >
            <path d={qr.path} />
          </svg>
          <div>
            <p className={classes.codeLabel}>{t('code')}</p>
            <p className={classes.code}>{formatClaimCode(code)}</p>
            <p>{t('until', { until })}</p>
          </div>
        </div>
      </section>
      <footer className={classes.foot}>
        <p>{t('once')}</p>
        <p>{t('lost')}</p>
      </footer>
    </article>
  );
}
