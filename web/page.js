// SPDX-License-Identifier: Apache-2.0
// The page of `tally serve`: a form of the model's columns, the answer, and what may be done with a row.
// Texts from the data become text nodes and nothing else.
'use strict';
(() => {
const { el, svg, said, count, digits, put, div, soft, on, byId, total, scrolling, labelled, hidden, drawNomogram } = tallyPage;
const state = { model: '', form: null, fields: new Map(), mail: null, judged: [], listed: '', learned: new Map(), asked: 0, nomogram: null, before: null };
// ---- asking the server
const kept = (() => { try { return window.sessionStorage; } catch { return null; } })();
let token = kept?.getItem('tally-token') || '';
class Refused extends Error {
	constructor(status, message, remedies) { super(message); Object.assign(this, { status, remedies }); }
}
async function fetched(path, { method = 'GET', body, type, accept, key } = {}) {
	const headers = {};
	if (token) headers.Authorization = 'Bearer ' + token;
	if (type) headers['Content-Type'] = type;
	if (accept) headers.Accept = accept;
	if (key) headers['Idempotency-Key'] = key;
	let answer;
	try {
		answer = await fetch(path, { method, body, headers, cache: 'no-store' });
	} catch {
		throw new Refused(0, 'The server does not answer: it has ended, or the network is gone.', []);
	}
	if (answer.ok) return answer;
	let error = {};
	try { error = (await answer.json()).error || {}; } catch { /* a proxy's words */ }
	const place = error.place || {};
	const where = [place.file, place.line !== undefined ? 'line ' + place.line : '', place.column ? 'column ' + place.column : ''].filter(Boolean).join(', ');
	throw new Refused(answer.status, (where ? where + ': ' : '') + (error.message || 'The server says ' + answer.status + '.'), error.remedy || []);
}
const json = async (path, how) => (await fetched(path, how)).json();
const text = async (path, how) => (await fetched(path, how)).text();
const ofModel = (what, query) => 'v1/models/' + encodeURIComponent(state.model) + (what ? '/' + what : '') + (query && String(query) ? '?' + query : '');
function complain(error) {
	const at = byId('problem');
	if (!error) return put(at);
	if (!(error instanceof Refused)) {
		put(at, el('p', {}, 'This page has failed: ' + error.message));
		throw error;
	}
	if (error.status === 401) {
		byId('token-form').hidden = false;
		byId('all').hidden = true;
		put(at, ...(token ? [el('p', {}, 'The server does not know this token.')] : []));
		return byId('token').focus();
	}
	const again = error.status === 0 || error.status === 503 ? el('button', { type: 'button', click: () => state.form ? ask() : start() }, 'Try again') : null;
	put(at, ...[el('p', {}, error.message), ...error.remedies.map((one) => el('p', { class: 'soft' }, String(one))), again].filter(Boolean));
}
/** Runs what asks the server, and says what goes wrong. */
async function trying(act) {
	try {
		const out = await act();
		return out;
	} catch (error) {
		complain(error);
		return undefined;
	}
}
const classes = () => state.form.classes.map((one) => one.class);
const isMail = () => state.form.reads === 'mail';
// ---- the fields of a row
const shortened = (x, column) => {
	if (column.whole) return String(Math.round(x));
	const step = 10 ** Math.floor(Math.log10((column.high - column.low) / 400 || 1));
	return String(Number((Math.round(x / step) * step).toPrecision(12)));
};
const named = (column) => [said(column.name), ' ', el('span', { class: 'kind' }, column.family || column.role)];
function histogram(column) {
	const picture = svg('svg', { viewBox: '0 0 100 40', preserveAspectRatio: 'none', ...hidden });
	const bars = column.histogram;
	if (!bars) return picture;
	const most = Math.max(...bars.rows, 1e-300);
	const across = (x) => 100 * Math.min(Math.max((x - column.low) / (column.high - column.low || 1), 0), 1);
	bars.rows.forEach((rows, i) => {
		const left = across(bars.edges[i]);
		const height = 38 * rows / most;
		picture.append(svg('rect', { x: left, y: 40 - height, width: Math.max(across(bars.edges[i + 1]) - left - 0.3, 0.2), height }));
	});
	return picture;
}
let fieldNumber = 0;
function numberField(column) {
	const id = 'field-' + ++fieldNumber;
	const exact = el('input', { type: 'number', step: 'any', id, placeholder: 'missing', 'data-column': column.name });
	const range = el('input', { type: 'range', 'aria-label': column.name + ', slider', 'data-handle': column.name });
	const slider = div('slider none');
	const box = div('field', div('top', el('label', { for: id }, named(column)), exact), slider);
	const show = () => {
		slider.classList.toggle('none', exact.value === '');
		if (exact.value !== '') range.value = exact.value;
	};
	on(exact, 'input', () => { show(); changed(); });
	on(range, 'input', () => { exact.value = shortened(+range.value, column); show(); changed(); });
	return {
		box,
		get: () => exact.value,
		set: (value) => { exact.value = value; show(); },
		draw: (now) => {
			Object.assign(column, now);
			Object.assign(range, { min: column.low, max: column.high, step: column.whole ? 1 : 'any' });
			if (exact.value === '') range.value = (column.low + column.high) / 2;
			slider.classList.toggle('expected', column.histogram?.counted === false);
			put(slider, histogram(column), range, el('div', { class: 'ends', ...hidden }, el('span', {}, digits(column.low, 3)), el('span', {}, digits(column.high, 3))));
			show();
		},
		common: () => {
			if (!column.histogram) return '';
			const { edges, rows } = column.histogram;
			const best = rows.indexOf(Math.max(...rows));
			return shortened((edges[best] + edges[best + 1]) / 2, column);
		},
	};
}
const shownValue = (value) => value === '' ? '(empty)' : value;
/** A few values as chips, many as a list; a value of no row can be typed. */
function valueField(column) {
	const id = 'field-' + ++fieldNumber;
	const few = column.values.length <= 6;
	const other = el('input', { type: 'text', 'aria-label': column.name + ', another value', placeholder: 'another value', 'data-other': column.name, hidden: true });
	const into = few ? div('chips') : el('select', { id, 'data-column': column.name });
	const box = few ? el('fieldset', { class: 'field' }, el('legend', {}, named(column)), into, other)
		: div('field', el('label', { for: id }, named(column)), into, other);
	let now = null; // a value, null for missing, undefined for what is typed
	const choose = (value) => {
		now = value;
		other.hidden = value !== undefined;
		if (value === undefined) other.focus();
		changed();
	};
	on(other, 'input', changed);
	const places = () => [[null, 'missing'], ...column.values.map((one) => [one.value, shownValue(one.value), one.rows]), [undefined, 'another …']];
	if (!few) on(into, 'input', () => choose(places()[into.selectedIndex][0]));
	const draw = (fresh) => {
		Object.assign(column, fresh);
		const most = Math.max(...column.values.map((one) => one.rows), 1);
		put(into, ...places().map(([value, label, rows]) => {
			if (!few) return el('option', { selected: value === now }, label + (rows === undefined ? '' : '  ·  ' + count(rows)));
			const input = el('input', { type: 'radio', class: 'away', name: id, 'data-column': column.name, 'data-value': value, checked: value === now });
			on(input, 'input', () => choose(value));
			const part = rows === undefined ? null : el('i', hidden);
			if (part) part.style.width = 100 * rows / most + '%';
			return el('label', { class: 'chip' }, input, el('span', {}, rows === undefined ? el('em', {}, label) : said(label), rows === undefined ? null : el('small', {}, ' ' + count(rows)), part));
		}));
		if (column.more && !few) into.title = count(column.more) + ' values that are seldom seen are not listed';
	};
	return {
		box, draw,
		get: () => now === undefined ? other.value : now ?? '',
		set: (value) => {
			now = value === '' ? null : column.values.some((one) => one.value === value) ? value : undefined;
			other.value = now === undefined ? value : '';
			other.hidden = now !== undefined;
			draw({});
		},
		common: () => column.values[0]?.value ?? '',
	};
}
function textField(column) {
	const id = 'field-' + ++fieldNumber;
	const long = column.type === 'text';
	const input = el(long ? 'textarea' : 'input', { id, 'data-column': column.name, placeholder: long ? 'missing' : column.type === 'time' ? '2024-02-29T12:00:00' : 'missing', spellcheck: 'false' });
	on(input, 'input', changed);
	return { box: div('field', el('label', { for: id }, named(column)), input), get: () => input.value, set: (value) => { input.value = value; }, draw: () => {}, common: () => '' };
}
const mostFields = 60; // that are open from the start
function makeForm() {
	state.fields.clear();
	const form = byId('row');
	put(form);
	put(byId('row-buttons'));
	if (isMail()) {
		const paste = el('textarea', { id: 'paste', spellcheck: 'false', placeholder: 'From: …' });
		on(paste, 'input', () => take(new TextEncoder().encode(paste.value), true));
		form.append(div('field', el('label', { for: 'paste' }, 'A message, as its source'), paste));
		return;
	}
	const more = el('details', {}, el('summary', {}, 'The other columns'));
	for (const column of state.form.columns) {
		if (column.role === 'weight' && !state.form.learning) continue;
		const field = column.kind === 'values' ? valueField(column) : column.kind === 'text' ? textField(column) : numberField(column);
		field.draw(column);
		state.fields.set(column.name, field);
		if (column.role === 'weight') {
			const { set } = field;
			field.set = (value) => set(value || '1');
			field.set('');
		}
		(state.fields.size > mostFields ? more : form).append(field.box);
	}
	if (more.childElementCount > 1) form.append(more);
	byId('row-buttons').append(
		el('button', { type: 'button', id: 'common', click: () => load(Object.fromEntries([...state.fields].map(([name, field]) => [name, field.common()]))) }, 'What is common'),
		el('button', { type: 'button', id: 'clear-row', click: () => load({}) }, 'Clear'));
}
function rowNow() {
	const row = {};
	for (const [name, field] of state.fields) if (field.get() !== '') row[name] = field.get();
	return row;
}
/** Puts a row into the form; what it does not name is missing. */
function load(row) {
	for (const [name, field] of state.fields) field.set(String(row[name] ?? ''));
	changed();
}
// ---- the answer
let waiting = 0;
/** Whether what is shown is what was asked last. */
function busy(is) {
	byId('main').dataset.asked = is ? 'waiting' : 'answered';
	byId('answer').setAttribute('aria-busy', is);
}
function changed() {
	busy(true);
	clearTimeout(waiting);
	waiting = setTimeout(ask, 60);
}
const body = () => isMail() ? { method: 'POST', body: state.mail.bytes, type: 'message/rfc822' }
	: { method: 'POST', body: JSON.stringify(rowNow()), type: 'application/json' };
async function ask() {
	clearTimeout(waiting);
	const mine = ++state.asked;
	busy(true);
	if (isMail() && !state.mail) {
		put(byId('decision'), 'Drop a message, or paste one.');
		put(byId('posterior'));
		put(byId('derivation'), 'There is no message yet.');
		return busy(false);
	}
	await trying(async () => {
		const query = question();
		const [answer, why] = await Promise.all([json(ofModel('predict', query), body()), text(ofModel('explain', query), { ...body(), accept: 'text/plain' })]);
		if (mine !== state.asked) return;
		complain(null);
		showAnswer(answer);
		put(byId('derivation'), why);
		if (state.nomogram && !isMail()) state.nomogram.load(rowNow());
	});
	if (mine === state.asked) busy(false);
	return undefined;
}
function showAnswer(answer) {
	const one = answer.predictions[0];
	const impossible = one.prediction === null || one.prediction === '';
	const decision = byId('decision');
	decision.dataset.decision = one.prediction ?? '';
	put(decision, ...(impossible ? ['Impossible in every class.'] : [said(state.form.target), ' = ', el('strong', {}, said(one.prediction))]));
	if (one.verdict !== undefined && one.verdict !== one.prediction) decision.append(' · verdict: ', said(one.verdict));
	if (one.rule) decision.append(el('span', { class: 'kind' }, ' by the rule ' + one.rule));
	const at = byId('posterior');
	const labels = classes();
	if (at.childElementCount !== 3 * labels.length || at.dataset.of !== state.model) {
		put(at, ...labels.flatMap((label) => [said(label), el('div', { class: 'bar', ...hidden }, el('i')), el('span', { 'data-class': label })]));
		at.dataset.of = state.model;
	}
	labels.forEach((label, k) => {
		const p = one['p(' + label + ')'];
		const known = typeof p === 'number';
		at.children[3 * k].textContent = shownValue(label);
		at.children[3 * k + 1].firstChild.style.width = known ? 100 * p + '%' : '0';
		const cell = at.children[3 * k + 2];
		cell.dataset.p = known ? p : '';
		cell.dataset.class = label;
		cell.textContent = known ? digits(p, 5) : '–';
	});
	put(byId('notes'), ...(answer.notes || []).map((note) => el('li', {}, note)));
}
// ---- the question: λ, prior, loss
const asked = { lambda: '', prior: '', shares: [], loss: null, reject: '' };
const quoted = (label) => '"' + label.replaceAll('"', '""') + '"';
function question() {
	const query = new URLSearchParams();
	if (asked.lambda !== '') query.set('lambda', asked.lambda);
	if (asked.prior === 'given') {
		const all = total(asked.shares);
		query.set('prior', classes().map((label, k) => quoted(label) + '=' + (all > 0 ? asked.shares[k] / all : 1 / asked.shares.length)).join());
	} else if (asked.prior) query.set('prior', asked.prior);
	if (isMail()) return query;
	if (asked.loss && asked.loss.length) {
		if (Array.isArray(asked.loss[0])) {
			query.set('loss', [['', ...classes().map(quoted)], ...classes().map((label, d) => [quoted(label), ...asked.loss[d]])].map((row) => row.join()).join(';'));
		} else query.set('class-weight', classes().map((label, k) => quoted(label) + '=' + asked.loss[k]).join());
	}
	if (asked.reject !== '') query.set('reject', asked.reject);
	return query;
}
/** The question has changed: all that depends on it is asked anew. */
let settling = 0;
function questioned() {
	changed();
	clearTimeout(settling);
	settling = setTimeout(() => trying(async () => { await drawRows(); await drawNomo(); }), 200);
}
const mostMatrix = 6;
function makeControls() {
	Object.assign(asked, { lambda: '', prior: '', shares: state.form.classes.map((one) => one.rows), loss: null, reject: '' });
	const labels = classes();
	const K = labels.length;
	const slider = el('input', { type: 'range', id: 'lambda-slider', min: -3, max: 2, step: 0.01, value: 0, 'aria-label': 'λ, slider' });
	const exact = el('input', { type: 'number', id: 'lambda', min: 0, step: 'any', placeholder: 'as usual' });
	on(slider, 'input', () => { exact.value = asked.lambda = String(Number((10 ** slider.value).toPrecision(3))); questioned(); });
	on(exact, 'input', () => { asked.lambda = exact.value; if (+exact.value > 0) slider.value = Math.log10(+exact.value); questioned(); });
	const prior = el('select', { id: 'prior' }, [['', 'as usual'], ['smoothed', 'smoothed'], ['empirical', 'the shares of the rows'], ['uniform', 'all classes alike'], ['given', 'chosen here …']]
		.map(([value, label]) => el('option', { value }, label)));
	const shares = el('div', { class: 'grid', hidden: true });
	const showShares = () => {
		const all = total(asked.shares);
		[...shares.querySelectorAll('output')].forEach((one, k) => { one.textContent = all > 0 ? digits(asked.shares[k] / all, 3) : '–'; });
	};
	labels.slice(0, 40).forEach((label, k) => {
		const most = Math.max(...asked.shares, 1);
		const range = el('input', { type: 'range', min: 0, max: 1, step: 'any', value: asked.shares[k] / most, id: 'share-' + k, 'data-share': label });
		on(range, 'input', () => { asked.shares[k] = +range.value * most; showShares(); questioned(); });
		shares.append(el('label', { for: 'share-' + k }, said(label)), range, el('output', { for: 'share-' + k }));
	});
	showShares();
	on(prior, 'input', () => { asked.prior = prior.value; shares.hidden = prior.value !== 'given'; questioned(); });
	const loss = el('fieldset', { class: 'part' }, el('legend', {}, 'What an error costs'));
	const cost = (value, name, act) => {
		const input = el('input', { type: 'number', min: 0, step: 'any', value, 'aria-label': name, 'data-cost': name });
		on(input, 'input', () => { act(input.value === '' ? 0 : +input.value); questioned(); });
		return input;
	};
	if (K > 1 && K <= mostMatrix) {
		const costs = labels.map((_, d) => labels.map((_, k) => +(d !== k)));
		loss.append(scrolling('What an error costs', el('table', {},
			el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'decided'), labels.map((label) => el('th', { scope: 'col' }, 'is ', said(label))))),
			el('tbody', {}, labels.map((row, d) => el('tr', {}, el('th', { scope: 'row' }, said(row)),
				labels.map((column, k) => el('td', {}, cost(costs[d][k], row + ' where it is ' + column, (x) => { costs[d][k] = x; asked.loss = costs; })))))))));
	} else if (K > 1) {
		const weights = labels.map(() => 1);
		loss.append(soft('To miss a row of a class costs so many times as much:'), scrolling('What an error costs', el('div', { class: 'grid' },
			labels.map((label, k) => [said(label), cost(1, label, (x) => { weights[k] = x; asked.loss = weights; }), el('span')]).flat())));
	}
	const reject = el('input', { type: 'number', id: 'reject', min: 0, step: 'any', placeholder: 'never' });
	on(reject, 'input', () => { asked.reject = reject.value; questioned(); });
	put(byId('controls'), ...[
		el('div', { class: 'part' }, el('label', { for: 'lambda' }, 'λ, the pseudo-count of every value'), div('together', slider, exact),
			isMail() ? null : soft('A λ of one’s own is answered by naive Bayes.')),
		el('div', { class: 'part' }, el('label', { for: 'prior' }, 'Prior'), div('together', prior), shares),
		K > 1 && !isMail() ? loss : null,
		isMail() ? null : el('div', { class: 'part' }, labelled('To decide nothing (reject) costs', reject)),
		el('button', { type: 'button', id: 'usual', click: () => { makeControls(); questioned(); } }, 'As usual'),
	].filter(Boolean));
}
// ---- files: a message, or rows
/** The cells of a CSV file, with quotes. */
function cellsOf(source) {
	const head = source.slice(0, source.search(/\n|$/));
	const comma = [',', ';', '\t'].reduce((best, one) => head.split(one).length > head.split(best).length ? one : best);
	const rows = [[]];
	for (const [whole, quotedCell, cell, end] of source.matchAll(new RegExp(`(?:"((?:[^"]|"")*)"|([^${comma}\r\n]*))(${comma}|\r?\n|$)`, 'g'))) {
		if (whole === '' && rows.at(-1).length === 0) break;
		rows.at(-1).push(quotedCell === undefined ? cell.trim() : quotedCell.replaceAll('""', '"'));
		if (end === '') break;
		if (end !== comma) rows.push([]);
	}
	return rows.filter((row) => row.length > 1 || (row[0] ?? '') !== '');
}
async function taken(file) {
	busy(true);
	await trying(async () => {
		complain(null);
		if (isMail()) return take(new Uint8Array(await file.arrayBuffer()), false);
		const source = await file.text();
		state.file = { name: file.name, body: file, cells: cellsOf(source), isTabbed: source.slice(0, source.search(/\n|$/)).includes('\t') };
		await drawRows();
		byId('rows').scrollIntoView({ block: 'nearest' });
		return undefined;
	});
	if (!isMail()) busy(false);
}
const mostRows = 200;
async function drawRows() {
	const at = byId('rows');
	at.hidden = !state.file;
	if (!state.file) return;
	const answer = await json(ofModel('predict', question()), { method: 'POST', body: state.file.body, type: state.file.isTabbed ? 'text/tab-separated-values' : 'text/csv' });
	const [names, ...cells] = state.file.cells;
	const truth = names.indexOf(state.form.target);
	const all = answer.predictions;
	const right = truth < 0 ? 0 : all.filter((one, r) => String(one.prediction) === cells[r]?.[truth]).length;
	put(at, el('h2', { id: 'h-rows' }, 'Rows of ', said(state.file.name)), el('p', { class: 'soft' }, count(all.length) + (all.length === 1 ? ' row' : ' rows') +
		(truth < 0 ? '' : ', ' + count(right) + ' decided as they are') + (all.length > mostRows ? '; the first ' + mostRows + ' are listed' : '') + '.'),
	...(answer.notes || []).map((one) => soft(one)),
	scrolling('Rows of the file', el('table', {}, el('thead', {}, el('tr', {}, ['row', 'decision', 'probability', ...(truth < 0 ? [] : ['is']), ''].map((one) => el('th', { scope: 'col' }, one)))),
		el('tbody', {}, all.slice(0, mostRows).map((one, r) => el('tr', {}, el('th', { scope: 'row' }, String(r)), el('td', {}, said(one.prediction ?? '–')),
			el('td', {}, digits(one['p(' + one.prediction + ')'], 4)), truth < 0 ? null : el('td', {}, said(cells[r]?.[truth] ?? '')),
			el('td', {}, el('button', { type: 'button', 'data-load': r, 'aria-label': 'Load row ' + r, click: () => {
				load(Object.fromEntries(names.map((name, c) => [name, cells[r]?.[c] ?? ''])));
				if (truth >= 0) chooseClass(cells[r]?.[truth]);
				byId('ask').scrollIntoView({ block: 'start' });
			} }, 'Load'))))))));
}
for (const event of ['dragover', 'drop', 'dragleave']) {
	on(document, event, (one) => {
		if (!one.dataTransfer || ![...one.dataTransfer.types].includes('Files')) return;
		one.preventDefault();
		byId('drop').classList.toggle('over', event === 'dragover');
		if (event === 'drop' && one.dataTransfer.files.length && state.form) taken(one.dataTransfer.files[0]);
	});
}
on(byId('file'), 'change', () => { if (byId('file').files.length) taken(byId('file').files[0]); byId('file').value = ''; });
// ---- mail
/** Encoded words (RFC 2047) as they are read. */
function decodedWords(value) {
	return value.replace(/\?=\s+=\?/g, '?==?').replace(/=\?([^?\s]+)\?([bq])\?([^?]*)\?=/gi, (whole, charset, how, encoded) => {
		try {
			const bytes = /b/i.test(how) ? atob(encoded) : encoded.replaceAll('_', ' ').replace(/=([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
			return new TextDecoder(charset).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
		} catch {
			return whole;
		}
	});
}
function headerOf(bytes, name) {
	const head = new TextDecoder().decode(bytes.subarray(0, 65536)).split(/\r?\n\r?\n/, 1)[0].replace(/\r?\n[ \t]+/g, ' ');
	return new RegExp('^' + name + '[ \t]*:(.*)$', 'im').exec(head)?.[1].trim() ?? '';
}
function take(bytes, typed) {
	state.mail = bytes.length ? { bytes, from: headerOf(bytes, 'from'), subject: headerOf(bytes, 'subject') } : null;
	if (!typed && state.mail) {
		byId('paste').value = '';
		put(byId('drop-text'), 'Message: ', said(decodedWords(state.mail.subject) || '(no subject)'));
		state.judged.unshift({ key: 'here ' + Date.now(), ...state.mail, here: true });
		state.judged.length = Math.min(state.judged.length, 20);
		trying(drawVerdicts);
	}
	changed();
	return undefined;
}
// What others have judged meanwhile is shown without being asked for.
const idsOf = ({ verdicts }) => verdicts.map((one) => one.id).join();
async function lookForVerdicts() {
	if (document.hidden || !state.form?.history || !isMail()) return;
	const model = state.model, found = await json(ofModel('history'));
	if (model === state.model && idsOf(found) !== state.listed) await drawVerdicts();
}
async function drawVerdicts() {
	const at = byId('last');
	at.hidden = !isMail();
	if (!isMail()) return;
	const history = state.form.history ? await json(ofModel('history')) : { keeps: 0, verdicts: [] };
	state.listed = idsOf(history);
	const list = [...state.judged.map((one) => ({ ...one, get: async () => one.bytes })),
		...history.verdicts.map((one) => ({ ...one, key: 'id ' + one.id, get: async () => new Uint8Array(await (await fetched(ofModel('history/' + one.id))).arrayBuffer()) }))];
	await Promise.all(state.judged.filter((one) => !one.verdict).map(async (one) => {
		const answer = await json(ofModel('explain'), { method: 'POST', body: one.bytes, type: 'message/rfc822' });
		Object.assign(one, { verdict: answer.verdict?.class ?? answer.decision, p_spam: answer.verdict?.p_spam });
		Object.assign(list.find((other) => other.key === one.key), one);
	}));
	put(byId('verdicts'), soft('The server keeps ' + (history.keeps ? 'the last ' + count(history.keeps) + ' messages that were judged, whole and in memory alone (--history)'
		: 'no message') + '; what was dropped here stays in this page.'),
	...(history.verdicts.length ? [el('button', { type: 'button', id: 'forget-history', click: () => trying(async () => { await fetched(ofModel('history'), { method: 'DELETE' }); await drawVerdicts(); }) }, 'Let the server drop its list')] : []),
	...list.map((one) => {
		const told = el('span', { class: 'soft', role: 'status' }, ...(state.learned.has(one.key) ? ['learned as ', said(state.learned.get(one.key))] : []));
		const learnAs = classes().map((label) => el('button', { type: 'button', 'data-learn': label, disabled: !state.form.learning, click: () => trying(async () => {
			const mail = { bytes: await one.get() };
			await change('learn', mail, label);
			state.learned.set(one.key, label);
			put(told, 'learned as ', said(label));
		}) }, said(label)));
		return div('verdict', el('strong', {}, said(decodedWords(one.subject || '') || '(no subject)')), el('span', { class: 'soft' }, said(decodedWords(one.from || ''))),
			el('span', {}, said(one.verdict ?? '…'), one.p_spam === undefined ? '' : ', P(spam) = ' + digits(one.p_spam, 4), one.time ? el('span', { class: 'soft' }, ' · ' + new Date(one.time).toLocaleString()) : null),
			div('together', el('button', { type: 'button', 'data-why': one.subject || '', click: () => trying(async () => {
				const bytes = await one.get();
				state.mail = { bytes, from: one.from, subject: one.subject };
				put(byId('drop-text'), 'Message: ', said(decodedWords(one.subject || '') || '(no subject)'));
				await ask();
				byId('why').scrollIntoView();
			}) }, 'Why'), state.form.learning ? el('span', {}, 'Wrong: learn it as') : null, state.form.learning ? learnAs : null, told));
	}));
}
// ---- counts, learning and forgetting
function drawCounts() {
	const { classes: now, rows, target } = state.form;
	const before = new Map((state.before?.classes || now).map((one) => [one.class, one.rows]));
	put(byId('class-counts'), scrolling('Classes', el('table', { id: 'class-table' }, el('caption', {}, count(rows) + ' rows by ', said(target)),
		el('thead', {}, el('tr', {}, ['class', 'rows', 'share'].map((one) => el('th', { scope: 'col' }, one)))),
		el('tbody', {}, now.map((one) => {
			const delta = one.rows - (before.get(one.class) ?? 0);
			const bar = el('i');
			bar.style.width = 100 * one.rows / Math.max(...now.map((other) => other.rows), 1) + '%';
			return el('tr', {}, el('th', { scope: 'row' }, said(one.class)),
				el('td', { 'data-rows': one.class, 'data-n': one.rows, class: delta ? 'changed' : null }, count(one.rows), delta ? el('span', { class: 'delta' }, (delta > 0 ? '+' : '−') + count(Math.abs(delta))) : null),
				el('td', {}, el('div', { class: 'bar', ...hidden }, bar), ' ', rows > 0 ? digits(100 * one.rows / rows, 3) + ' %' : '–'));
		})))));
}
function chooseClass(label) {
	const choice = byId('learn-class');
	if (!choice || label === undefined) return;
	const place = classes().indexOf(label);
	choice.value = place < 0 ? 'new' : String(place);
	byId('new-class').value = place < 0 ? label : '';
	byId('new-class').hidden = place >= 0;
}
function makeLearning() {
	const at = byId('learning');
	if (!state.form.learning) {
		return put(at, el('h3', {}, 'Learn and forget'), soft('This server answers and does not learn. Started with ', el('code', {}, '--allow-learning'), ', it would learn the row above, or forget it.'));
	}
	const choice = el('select', { id: 'learn-class' }, classes().map((label, k) => el('option', { value: k }, shownValue(label))), el('option', { value: 'new' }, 'a new class …'));
	const fresh = el('input', { type: 'text', id: 'new-class', 'aria-label': 'The new class', placeholder: 'the new class', hidden: classes().length > 0 });
	on(choice, 'input', () => { fresh.hidden = choice.value !== 'new'; });
	const chosen = () => choice.value === 'new' ? fresh.value : classes()[+choice.value];
	const act = (what) => trying(async () => {
		if (isMail() && !state.mail) throw new Refused(1, 'There is no message yet: drop one, or paste one.', []);
		if (what === 'learn' && !chosen()) throw new Refused(1, 'Which class? Name it.', []);
		await change(what, state.mail, chosen(), choice.value === 'new');
	});
	return put(at, el('h3', {}, 'Learn and forget'), el('label', { for: 'learn-class' }, isMail() ? 'The message above is of the class' : 'The row above is of the class'), div('together', choice, fresh),
		div('controls', el('button', { type: 'button', class: 'main', id: 'learn', click: () => act('learn') }, 'Learn it'), el('button', { type: 'button', id: 'forget', click: () => act('forget') }, 'Forget it')),
		el('p', { id: 'learned', role: 'status' }), soft('Counts are added or taken away, and written to the model’s file before the server answers.'));
}
const freshKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, '0')).join('');
const told = (answer) => Object.entries(answer).filter(([, n]) => n).map(([name, n]) => count(n) + ' ' + name).join(', ') || 'nothing has changed';
async function change(what, mail, label, isNew) {
	busy(true);
	const query = new URLSearchParams();
	const key = freshKey();
	let how;
	if (isMail()) {
		if (what === 'learn') query.set('class', label);
		if (isNew) query.set('create-class', 'true');
		how = { method: 'POST', body: mail.bytes, type: 'message/rfc822', key };
	} else how = { method: 'POST', body: JSON.stringify({ ...rowNow(), [state.form.target]: label }), type: 'application/json', key };
	const send = () => json(ofModel(what, query), how);
	let answer;
	try {
		answer = await send();
	} catch (error) {
		// Whether it was learned is not known: with the same key it is learned once.
		busy(false);
		if (error.status !== 0 && error.status !== 503) throw error;
		answer = await send();
	}
	complain(null);
	const chosen = label;
	state.before = state.form;
	state.form = await json(ofModel('form'));
	if (state.form.classes.length !== state.before.classes.length) { makeControls(); makeLearning(); chooseClass(chosen); }
	for (const column of state.form.columns) state.fields.get(column.name)?.draw(column);
	drawCounts();
	about();
	put(byId('learned'), told(answer) + '.');
	await ask();
	await drawNomo();
}
// ---- the nomogram, and the report
async function drawNomo() {
	if (!byId('nomogram-fold').open) return;
	const at = byId('nomogram-box');
	const facts = await json(ofModel('nomogram', question()));
	put(at);
	state.nomogram = drawNomogram(at, { ...facts, changed: (name, value) => {
		if (isMail()) return;
		if (name === null) for (const field of state.fields.values()) field.set('');
		else state.fields.get(name)?.set(value === null ? '' : String(value));
		changed();
	} }) || null;
	if (!isMail()) state.nomogram?.load(rowNow());
}
on(byId('nomogram-fold'), 'toggle', () => { if (state.form) trying(drawNomo); });
on(byId('report'), 'click', (event) => {
	if (!token) return; // a plain link
	event.preventDefault();
	trying(async () => {
		const page = await (await fetched(ofModel('report'))).blob();
		const link = el('a', { href: URL.createObjectURL(page), download: state.model + '.html' });
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 10000);
	});
});
// ---- the model
function about() {
	const { target, rows, columns } = state.form;
	put(byId('about'), 'Tells ', el('strong', {}, said(target)), isMail() ? ' of mail' : ' from ' + count(columns.filter((one) => one.role === 'feature').length) + ' columns', ', counted in ', el('span', { id: 'rows-counted' }, count(rows)), ' rows.');
}
async function open(name) {
	busy(true);
	await trying(async () => {
		state.model = name;
		Object.assign(state, { mail: null, judged: [], file: null, nomogram: null, before: null });
		state.form = await json(ofModel('form'));
		complain(null);
		byId('all').hidden = false;
		byId('token-form').hidden = true;
		document.title = 'Tally: ' + name;
		byId('report').href = ofModel('report');
		byId('report').title = token ? 'Saved as a file: the server asks for a token' : '';
		put(byId('drop-text'), isMail() ? 'Drop a message here (.eml), or' : 'Drop a CSV file with rows here, or');
		byId('rows').hidden = true;
		put(byId('notes'));
		about();
		makeForm();
		makeControls();
		makeLearning();
		drawCounts();
		put(byId('nomogram-box'));
		await Promise.all([ask(), drawVerdicts(), drawNomo()]);
	});
}
async function start() {
	await trying(async () => {
		const { models } = await json('v1/models');
		complain(null);
		byId('token-form').hidden = true;
		const choice = byId('model');
		put(choice, ...models.map((name) => el('option', { value: name }, name)));
		if (!models.length) return complain(new Refused(503, 'The server has no model yet.', []));
		const wanted = new URLSearchParams(location.search).get('model');
		choice.value = models.includes(wanted) ? wanted : models[0];
		return open(choice.value);
	});
}
on(byId('row'), 'submit', (event) => event.preventDefault());
on(byId('model'), 'input', () => {
	history.replaceState(null, '', '?' + new URLSearchParams({ model: byId('model').value }));
	open(byId('model').value);
});
on(byId('token-form'), 'submit', (event) => {
	event.preventDefault();
	token = byId('token').value.trim();
	kept?.setItem('tally-token', token);
	byId('token').value = '';
	start();
});
start();
// A server that is gone is told when somebody asks it.
setInterval(() => lookForVerdicts().catch(() => {}), 3000);
})();
