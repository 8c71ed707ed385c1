// The column beside the graph: totals, legend, details of the selected item, and
// the remaining rewrites.

const html = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null));
  return element;
};
const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

function showTotals() {
  const {before, frozen, after, plan} = report;
  const rows = [
    ['As it came', before ? before.bytes : null, before ? count(before.rewrites, 'rewrite') : ''],
    ['Baseline', frozen.bytes, ''],
    ['Planned', after.bytes, count(after.rewrites, 'rewrite')],
  ];
  const most = Math.max(1, ...rows.map(([, bytes]) => bytes || 0));
  const bars = rows.map(([name, bytes, note], index) => html('div', {class: `bar side${index}`},
    html('span', {}, name), html('strong', {}, bytes === null ? '?' : formatBytes(bytes)),
    html('div', {class: 'track', 'aria-hidden': 'true'},
      html('div', {style: `width:${(100 * (bytes || 0)) / most}%`})), html('small', {}, note)));
  document.getElementById('totals').replaceChildren(
    html('h2', {}, 'Bytes rewritten at run time'), ...bars, showBound(plan),
    ...showCritical(report.critical || []),
    ...showPrepared(report.prepared || []),
    ...(report.unplanned || []).map(({function: name, reason}) => html('p', {class: 'note'}, `Not planned: ${name} ${reason}`)),
    ...(report.filled_padding || []).map(({value, padding, bytes}) => html('p', {class: 'note'},
      `${formatBytes(bytes)} fill the padding of ${value} with ${padding}: padding = #ub.poison in its layout saves them`)),
    ...showHints(report.hints || []),
    ...(report.unmatched.length ? [html('p', {class: 'note'}, `Preferences that match no op: ${report.unmatched.join(', ')}`)] : []));
}

/** Which convolutions and matmuls have the layouts that were asked for, and why others do not. */
function showCritical(groups) {
  return groups.map(({kind, n, of, layouts: text, reasons}) => html('details', {class: 'note'},
    html('summary', {}, `${n} of ${of} ${kind}: ${text || 'as it came'}`),
    ...reasons.map(({n: times, reason, first}) => html('p', {}, `${times} because ${reason}; first at ${first}`))));
}

/** Which layouts were asked for and are not given, and why. */
function showHints(hints) {
  if (!hints.length) return [];
  const place = ({n, first}) => (first === null ? '' : `; ${n > 1 ? 'first at' : 'at'} ${shorten(first)}`);
  return [html('details', {class: 'note'},
    html('summary', {}, `${count(hints.reduce((sum, {n}) => sum + n, 0), 'hint')} not met`),
    ...hints.map((hint) => html('p', {}, `${hint.n > 1 ? `${hint.n} times ` : ''}${hint.hint}: ${hint.outcome}${place(hint)}`)))];
}

/** Which arguments the caller gets from another function, once, and what of. */
function showPrepared(prepared) {
  if (!prepared.length) return [];
  const source = ({descriptor: of}) => {
    if (!of) return 'computed';
    return of.global === undefined ? `made of argument ${of.argument}` : `made of the global ${of.global}`;
  };
  return [html('details', {class: 'note'},
    html('summary', {}, `${count(prepared.length, 'argument')} prepared once, before the first call`),
    ...prepared.map((argument) => html('p', {},
      `argument ${argument.argument} of ${argument.function}: result ${argument.result} of ${argument.function}.prepare, ${source(argument)}`)))];
}

function showBound(plan) {
  if (report.planned === false) return html('p', {class: 'note'}, 'Nothing was planned.');
  if (!plan) return html('p', {class: 'note'}, 'No bound: strategy=optimal proves one.');
  const {considered} = plan;
  const number = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
  const tooMany = considered.capped ? `, too many for ${number(considered.capped, 'operation')}` : plan.capped ? ', others left out' : '';
  const scope = `(${number(considered.layouts, 'layout')} of ${number(considered.values, 'value')} considered${tooMany})`;
  if (plan.as_planned === false) return html('p', {class: 'note'}, `Planned for ${formatBytes(plan.cost)}, but the program moves another number of bytes.`);
  if (plan.gap === 0 && plan.as_planned) return html('p', {class: 'proof'}, `✓ No plan is cheaper ${scope}.`);
  const open = plan.as_planned === null ? ' Whether the program moves that is not known.' : '';
  return html('p', {class: 'note'},
    `Planned for ${formatBytes(plan.cost)}; no plan takes less than ${formatBytes(plan.bound)} ${scope}.${open}`);
}

function showLegend(side, onChoose, chosen) {
  const counts = new Map();
  for (const node of nodes) if (!isFolded(node)) counts.set(node.layouts[side], (counts.get(node.layouts[side]) || 0) + 1);
  const entries = layouts.filter((layout) => counts.has(layout)).map((layout) => {
    const button = html('button', {type: 'button', 'aria-pressed': layout === chosen, title: 'Show only these'},
      html('i', {style: `background:${colour(layout)}`}), html('span', {}, layout), html('small', {}, String(counts.get(layout))));
    button.onclick = () => onChoose(layout === chosen ? null : layout);
    return html('li', {}, button);
  });
  document.querySelector('#legend ul').replaceChildren(...entries);
}

const table = (rows) => html('dl', {}, ...rows.filter(([, value]) => value !== null && value !== undefined && value !== '')
  .flatMap(([name, value]) => [html('dt', {}, name), html('dd', {}, value)]));
const change = ([before, after]) => (before === after ? after : `${before} in the baseline, ${after} as planned`);
const KINDS = {
  critical: 'critical: a convolution or contraction', agnostic: 'agnostic: takes the layout of its neighbours',
  fixed: 'fixed: keeps its layout', constant: 'constant: rewritten for nothing',
  weight: 'weight: an argument that is only a filter or matrix',
};

function describeSelection(selected, side) {
  if (!selected) return [html('p', {class: 'note'}, 'Nothing is selected.')];
  if (selected.edges) return describeEdges(selected, side);
  if (isBlock(selected)) {
    const inside = blockRewrites(selected, side);
    return [html('h3', {}, selected.name), table([
      ['ops', String(selected.nodes.filter((node) => !isFolded(node)).length)],
      ['constants', String(selected.nodes.filter((node) => node.kind === 'constant').length)],
      ['weights', String(selected.nodes.filter((node) => node.kind === 'weight').length || '')],
      ['rewrites inside', inside.length ? `${inside.length}, ${formatBytes(sumBytes(inside))}` : 'none']])];
  }
  const folded = (kind) => selected.in.filter((edge) => edge.from.kind === kind).length;
  const reads = ['constant', 'weight'].filter(folded).map((kind) => count(folded(kind), kind)).join(', ');
  const moved = weightRewrites(selected, side);
  return [html('h3', {}, title(selected)), table([
    ['op', selected.op], ['layer', selected.name], ['at', shorten(selected.place || '')], ['type', selected.type],
    ['in memory', selected.physical ? change(selected.physical) : ''],
    ['layout', change(selected.layouts)], ['kind', KINDS[selected.kind] + (selected.frozen ? ', frozen' : '')],
    ['choices', selected.labels > 1 ? `${selected.labels} labels` : 'one label'],
    ['own cost', selected.costs ? change(selected.costs.map(formatBytes)) : ''],
    ['reads', reads],
    ['rewritten for it', moved.length ? `${count(moved.length, 'weight')}, ${formatBytes(sumBytes(moved))}` : ''],
    ['block', selected.block.name]])];
}

function describeEdges({from, to, edges: some}, side) {
  const name = (end) => (isBlock(end) ? `block ${end.name}` : `${title(end)}${end.place ? ` at ${shorten(end.place)}` : ''}`);
  const moved = rewritesOn(some, side);
  const parts = moved.map((rewrite) => table([
    ['from', rewrite.from], ['to', rewrite.to], ['bytes', `${rewrite.bytes.toLocaleString('en')}, read and written`],
    ['shared', rewrite.edges.length > 1 ? `by ${rewrite.edges.length} uses` : ''],
    ['blocked by', rewrite.left && side === AFTER ? shorten(rewrite.left.blocked_by) : ''],
    ['advice', rewrite.left && side === AFTER ? rewrite.left.advice : '']]));
  return [html('h3', {}, moved.length ? count(moved.length, 'rewrite') : 'No rewrite'),
    table([['between', name(from)], ['and', name(to)]]), ...parts];
}

/** Lists the rewrites of the shown side, the largest first, and why each could not be removed. */
function showLeft(side, onChoose) {
  const entries = side === AFTER
    ? report.left.map((left, index) => ({left, rewrite: leftInGraph[index], bytes: left.bytes}))
    : rewrites.filter((rewrite) => rewrite.side === BEFORE).map((rewrite) => ({rewrite, bytes: rewrite.bytes}));
  entries.sort((a, b) => b.bytes - a.bytes);
  const rows = entries.map(({left, rewrite, bytes}) => {
    const ends = left ? left.between : [rewrite.edges[0].from, rewrite.edges[0].to].map(label);
    const button = html('button', {type: 'button', title: rewrite ? 'Show it in the graph' : 'It is not in the graph'},
      html('strong', {}, formatBytes(bytes)), html('span', {}, rewrite ? `${rewrite.from} → ${rewrite.to}` : (left.letters || `by ${left.to}`).replace('->', '→')),
      left && left.name ? html('span', {}, left.name) : null,
      html('span', {class: 'ends'}, shorten(`${ends[0]} → ${ends[1]}`)),
      left ? html('span', {class: 'blocked'}, `blocked by ${shorten(left.blocked_by)}`) : null,
      left && left.advice ? html('span', {class: 'blocked'}, left.advice) : null);
    if (rewrite) button.onclick = () => onChoose(rewrite);
    else button.disabled = true;
    return html('li', {}, button);
  });
  document.getElementById('left').replaceChildren(
    html('h2', {}, side === AFTER ? `Rewrites left (${rows.length})` : `Rewrites in the baseline (${rows.length})`),
    rows.length ? html('ol', {}, ...rows) : html('p', {class: 'proof'}, 'None: no data is rewritten at run time.'));
}
