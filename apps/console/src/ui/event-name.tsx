import { EVENTS, type EventType } from '@procurement-intents/contract/events';
import { useLanguage } from '../platform/use-language.ts';

const isKnown = (type: string): type is EventType => Object.hasOwn(EVENTS, type);

/** What happened, in the language of the viewer, and the type of the event. */
export function EventName({ type }: { type: string }) {
  const language = useLanguage();
  return (
    <>
      {isKnown(type) && <div>{EVENTS[type][language]}</div>}
      <code className="hint">{type}</code>
    </>
  );
}
