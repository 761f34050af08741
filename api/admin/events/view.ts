import type { FoundEvent } from '../../../store/events/events';
import type { EventVersion } from '../../../store/events/versions';

/** An event in a list. */
export const eventView = ({ definition, updatedAt, version }: Omit<FoundEvent, 'source'>) => ({
  name: definition.name,
  channels: definition.channels,
  languages: [...new Set(Object.values(definition.templates).flatMap(Object.keys))].sort(),
  steps:
    definition.code === undefined
      ? definition.steps.map(({ type, name }) => ({ type, name }))
      : [{ type: 'code', name: definition.code }],
  version: version.number,
  updated_at: updatedAt.toISOString(),
});

/** A version in a list. */
export const versionView = ({ number, at, by, via, restored }: EventVersion) => ({
  ...{ version: number, at: at.toISOString(), by, via, restored },
});

/** The last version of a deleted event. */
export const deletedView = (version: EventVersion) => ({ name: version.name, ...versionView(version) });
