import { text, type ExpectedOperation } from './expected-operation.ts';
import { containers, orgs, statusUpdates, type ExpectedType } from './expected-type.ts';
import type { World } from './world.ts';

const rules = { who: 'RIC', because: 'Rules of alerts: those who keep containers, and implementers' } as const;
const ruleOf = ({ alert }: World) => `id: ${text(alert.ruleId)}`;
const incidentOf = ({ alert }: World) => `id: ${text(alert.incidentId)}`;

export const alertQueries: Readonly<Record<string, ExpectedOperation>> = {
  alertRule: { ...rules, elsewhere: 'NotFound', ask: (world) => `alertRule(${ruleOf(world)})` },
  alertRules: { ...rules, elsewhere: 'nothing', ask: () => 'alertRules(first: 20)' },
  incidents: { ...statusUpdates, elsewhere: 'nothing', ask: () => 'incidents(first: 20)' },
};

export const alertMutations: Readonly<Record<string, ExpectedOperation>> = {
  createAlertRule: {
    ...rules,
    elsewhere: 'NotFound',
    ask: ({ org }) => `createAlertRule(input: { orgId: ${text(org.id)}, name: "Silent", condition: silence, minutes: 60,
      recipients: ["a@noa.test"] })`,
  },
  updateAlertRule: {
    ...rules,
    elsewhere: 'NotFound',
    ask: (world) => `updateAlertRule(${ruleOf(world)}, input: { minutes: 90 })`,
  },
  deleteAlertRule: { ...rules, elsewhere: 'NotFound', ask: (world) => `deleteAlertRule(${ruleOf(world)})` },
  renewAlertSecret: { ...rules, elsewhere: 'NotFound', ask: (world) => `renewAlertSecret(${ruleOf(world)})` },
  acknowledgeIncident: {
    ...rules,
    elsewhere: 'NotFound',
    ask: (world) => `acknowledgeIncident(${incidentOf(world)})`,
  },
  silenceIncident: {
    ...rules,
    elsewhere: 'NotFound',
    ask: (world) => `silenceIncident(${incidentOf(world)})`,
  },
};

/** Of rules, incidents and who was told: who reads it. */
export const alertTypes: Readonly<Record<string, ExpectedType>> = {
  AlertRule: {
    ...rules,
    plain: `active condition createdAt escalateMinutes escalateTo id level locale minutes name readingKind recipients threshold
      webhookUrl`,
    guarded: { org: orgs },
  },
  Incident: {
    ...statusUpdates,
    plain: `acknowledgedAt acknowledgedBy condition escalatedAt id level minutes openedAt openings readingKind reopened resolvedAt ruleName
      silencedBy silencedUntil state threshold usualOpenings viewerCanUpdate`,
    guarded: { containerGroup: containers, containers, deliveries: rules },
  },
  AlertDelivery: {
    ...rules,
    plain: 'accepted attempts channel failure finishedAt occasion pending refused state status',
  },
};
