/** <model> assets. */
import type { XmlElement } from '../../xml/element.ts';
import type { Reading } from '../reading.ts';

export function readModel(r: Reading, element: XmlElement): void {
  r.error(element, undefined, 'to come');
}
