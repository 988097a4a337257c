import { useTranslation } from 'react-i18next';
import type { Line, Part, PrivacyDocument } from './document.ts';
import classes from './Sheet.module.css';

/** A document on paper, black on white whatever the colour scheme. */
export function Sheet({ document: { title, law, org, written, parts } }: { document: PrivacyDocument }) {
  return (
    <article className={classes.sheet} aria-label={title}>
      <header>
        <p className={classes.org}>{org}</p>
        <p className={classes.title}>{title}</p>
        <p>{law}</p>
        <p>{written}</p>
      </header>
      {parts.map((part) => (
        <PartOf key={part.title} part={part} />
      ))}
    </article>
  );
}

function PartOf({ part: { title, rows, risks, lines } }: { part: Part }) {
  const { t } = useTranslation('privacy');
  return (
    <section>
      <h2>{title}</h2>
      {rows && (
        <table>
          <tbody>
            {rows.map(({ term, lines: said }) => (
              <tr key={term}>
                <th scope="row">{term}</th>
                <td>
                  <Lines lines={said} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {risks && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('columns.risk')}</th>
              <th scope="col">{t('columns.measure')}</th>
            </tr>
          </thead>
          <tbody>
            {risks.map(({ risk, measure }) => (
              <tr key={risk}>
                <td>{risk}</td>
                <td>{measure}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {lines && <Lines lines={lines} />}
    </section>
  );
}

function Lines({ lines }: { lines: readonly Line[] }) {
  return lines.map((line) =>
    'blank' in line ? <Blank key={line.blank} term={line.blank} /> : <p key={line.text}>{line.text}</p>,
  );
}

/** Room to write what Noa does not know. */
function Blank({ term }: { term: string }) {
  const { t } = useTranslation('privacy');
  return (
    <p className={classes.blank}>
      {term} <em>({t('blank')})</em>
      <span className={classes.rule} aria-hidden />
    </p>
  );
}
