import MailComposer from 'nodemailer/lib/mail-composer';
import type { AlertOccasion } from '@noa/domain/alert.ts';
import { durationText } from '@noa/domain/texts/duration-text.ts';
import { withFacts } from '@noa/domain/texts/with-facts.ts';
import enAlerts from '../../../../console/public/locales/en/alerts.json' with { type: 'json' };
import enStatus from '../../../../console/public/locales/en/statusUpdates.json' with { type: 'json' };
import roAlerts from '../../../../console/public/locales/ro/alerts.json' with { type: 'json' };
import roStatus from '../../../../console/public/locales/ro/statusUpdates.json' with { type: 'json' };
import type { Told } from './delivery.queries.ts';

const texts = { ro: { ...roAlerts, kinds: roStatus.kinds }, en: { ...enAlerts, kinds: enStatus.kinds } };
const languages = { ro: 'ro-RO', en: 'en-GB' } as const;

export interface AlertFrame {
  readonly from: string;
  readonly to: readonly string[];
  /** The same for each attempt: a server that gets it twice can tell. */
  readonly messageId: string;
  /** Where browsers reach the console. */
  readonly publicUrl: string;
}

/** The whole e-mail as it goes over the network. */
export async function composeAlert(
  { incident, label, containers, orgName, timeZone, locale }: Told,
  occasion: AlertOccasion,
  { from, to, messageId, publicUrl }: AlertFrame,
): Promise<Buffer> {
  const { message, conditions, kinds, levels } = texts[locale];
  const moment = new Intl.DateTimeFormat(languages[locale], { timeZone, dateStyle: 'long', timeStyle: 'short' });
  const facts = {
    rule: incident.rule_name,
    island: label ?? containers[0] ?? '',
    containers: containers.join(', '),
    what: withFacts(
      conditions[incident.condition === 'fill' && incident.minutes === 0 ? 'fillNow' : incident.condition],
      {
        kind: incident.reading_kind ? kinds[incident.reading_kind] : '',
        level: incident.level ? levels[incident.level] : '',
        threshold: incident.threshold ?? 0,
        duration: durationText(incident.minutes, languages[locale]),
      },
    ),
    since: moment.format(incident.opened_at),
    timeZone,
    org: orgName,
    url: `${publicUrl}/containers/incidents`,
  };
  const composer = new MailComposer({
    from,
    to: [...to],
    subject: withFacts(message.subject[occasion], facts),
    messageId,
    text: `${message.body[occasion].map((line) => withFacts(line, facts)).join('\n\n')}\n`,
    // Nobody's "I am on holiday" needs an answer to this (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': locale },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((err, built) => (err ? reject(err) : resolve(built)));
  });
}
