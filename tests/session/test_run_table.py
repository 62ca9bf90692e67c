"""Pages of the table hold what happened at the visits, all or only mistakes or those of one point, and come soon."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.run import Run
from perceptron_gui.session.output.run_table import (
    PAGE,
    Page,
    PageRequest,
    Selection,
    count_of,
    page_of,
    row_of,
    selected_visits,
)
from perceptron_gui.session.worker import training_worker as moves
from tests.engine.cases import ORDERS, random_case
from tests.pace import assert_within
from tests.session.bench import TEXTBOOK, XOR, Bench

MODES = ("primal", "dual", "multiclass")
ALL, MISTAKES = Selection(), Selection(only_mistakes=True)


def at_point(point: int) -> Selection:
    """Return the selection that the panel makes for a point."""
    return Selection(only_mistakes=True, point=point)


def told(visited: VisitRecord) -> tuple[Any, ...]:
    """Return all of a record in a form that compares bit for bit."""
    arrays = (visited.scores, visited.scores_after, visited.before, visited.after)
    head = (visited.number, visited.epoch, visited.point, visited.target, visited.is_mistake, visited.rival)
    return (*head, *(array.tobytes() for array in arrays), visited.is_exact)


def records_of(run: Run, longest: int = 150) -> list[VisitRecord]:
    """Make visits one by one."""
    records = []
    while run.visit < longest and (visited := run.visit_once()) is not None:
        records.append(visited)
    return records


def all_pages(run: Run, selection: Selection) -> list[VisitRecord]:
    """Turn page after page."""
    rows: list[VisitRecord] = []
    total = count_of(run, selection)
    for first in range(0, max(total, 1), PAGE):
        page = page_of(run, PageRequest(0, selection, first))
        assert page.total == total
        assert len(page.rows) == min(PAGE, total - first)
        rows += page.rows
    return rows


@pytest.mark.drawn
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_pages_hold_the_records_of_the_visits(mode: str, order: str) -> None:
    rng = np.random.default_rng([21, MODES.index(mode), ORDERS.index(order)])
    case = random_case(rng, mode, order).with_rules(max_epochs=None, max_updates=None)
    run = Run(case.dataset, case.settings)
    records = records_of(run)
    run.seek(int(rng.integers(0, run.frontier + 1)))
    place = run.visit
    assert [told(row) for row in all_pages(run, ALL)] == [told(record) for record in records]
    if order != "batch":
        wrong = [record for record in records if record.is_mistake]
        assert [told(row) for row in all_pages(run, MISTAKES)] == [told(record) for record in wrong]
        for point in range(case.dataset.n_samples):
            of_point = [told(record) for record in wrong if record.point == point]
            assert [told(row) for row in all_pages(run, at_point(point))] == of_point
    assert run.visit == place


@pytest.mark.parametrize("mode", MODES)
def test_in_batch_order_the_rows_are_the_updates(mode: str) -> None:
    """A pass that changed something is one entry of the log: its row is the visit at the pass's end."""
    rng = np.random.default_rng([22, MODES.index(mode)])
    case = random_case(rng, mode, "batch").with_rules(max_epochs=None, max_updates=None)
    run = Run(case.dataset, case.settings)
    records = records_of(run)
    rows = all_pages(run, MISTAKES)
    n = case.dataset.n_samples
    assert len(rows) == run.state.updates
    assert all(row.number % n == 0 for row in rows)
    assert [told(row) for row in rows] == [told(records[row.number - 1]) for row in rows]
    learned = [record.number for record in records if record.changed]
    assert set(learned) <= {row.number for row in rows}  # a sum over errors may be 0
    assert all(count_of(run, at_point(point)) == 0 for point in range(n))
    assert all_pages(run, at_point(0)) == []


def test_the_row_of_a_visit_is_found_again() -> None:
    rng = np.random.default_rng(23)
    case = random_case(rng, "primal", "shuffled").with_rules(max_epochs=None, max_updates=None)
    run = Run(case.dataset, case.settings)
    records_of(run)
    for selection in (ALL, MISTAKES, *map(at_point, range(case.dataset.n_samples))):
        visits = selected_visits(run, selection, 0, run.frontier)
        assert len(visits) == count_of(run, selection)
        assert [row_of(run, selection, visit + 1) for visit in visits] == list(range(len(visits)))
        for visit in range(run.frontier + 1):
            assert row_of(run, selection, visit) == sum(v < visit for v in visits) - 1


def test_an_empty_run_has_an_empty_page() -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    for selection in (ALL, MISTAKES, at_point(2)):
        page = page_of(run, PageRequest(0, selection, 0))
        assert (page.total, page.rows) == (0, ())


def test_a_page_behind_the_end_is_empty() -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(6)
    page = page_of(run, PageRequest(0, ALL, PAGE))
    assert (page.total, page.rows) == (6, ())


def test_rows_go_on_across_points_that_arrive() -> None:
    dataset = Dataset.of([[3, 3], [4, 3], [1, 1], [2, 1]], [1, 1, 0, 0])
    run = Run(dataset.first(3), TrainingSettings(order=Order.ONLINE))
    records = records_of(run)
    run.add_points(dataset)
    records += records_of(run)
    assert [told(row) for row in all_pages(run, ALL)] == [told(record) for record in records]
    assert records[-1].point == 3


# What the thread answers


def pages_of(bench: Bench) -> list[tuple[int, Page]]:
    """Take the pages that were answered."""
    pages = []
    while not bench.answers.empty():
        run_id, answer = bench.answers.get_nowait()
        assert isinstance(answer, Page)
        pages.append((run_id, answer))
    return pages


def test_the_thread_answers_for_its_own_run_and_stays_where_it_is() -> None:
    bench = Bench.on(XOR)
    bench.do(moves.go_to_end)
    bench.do(lambda worker: moves.seek(worker, 3))
    bench.worker.publication.put_page(bench.worker.run, PageRequest(bench.run_id, ALL, 0))
    bench.worker.publication.put_page(bench.worker.run, PageRequest(bench.run_id + 1, ALL, 0))
    ((run_id, page),) = pages_of(bench)
    assert (run_id, page.total, len(page.rows)) == (bench.run_id, 8, 8)
    assert bench.run.visit == 3
    assert bench.run.last is not None


def test_asked_while_it_plays_the_thread_goes_on_playing() -> None:
    bench = Bench.on(XOR)
    bench.worker.set_speed(10)
    bench.worker.play()
    bench.play_for(0.25)
    before = bench.run.visit
    bench.worker.publication.put_page(bench.worker.run, PageRequest(bench.run_id, ALL, 0))
    bench.play_for(0.25)
    assert bench.worker.is_playing
    assert bench.run.visit == before + 4 or bench.run.visit == before + 3
    ((_, page),) = pages_of(bench)
    assert page.total == before


def test_a_page_of_a_run_of_a_million_visits_comes_quickly() -> None:
    rng = np.random.default_rng(24)
    dataset = Dataset.of(np.round(rng.uniform(-3, 3, (200, 2)), 5), rng.integers(0, 2, 200).tolist())
    run = Run(dataset, TrainingSettings())
    run.advance(1_050_000)
    assert run.frontier == 1_050_000
    seconds = []
    for selection in (ALL, MISTAKES, at_point(17)):
        total = count_of(run, selection)
        for first in rng.integers(0, total - PAGE, 4).tolist():
            begin = time.thread_time()
            page = page_of(run, PageRequest(0, selection, first))
            seconds.append(time.thread_time() - begin)
            assert len(page.rows) == PAGE
            numbers = [row.number for row in page.rows]
            assert numbers == sorted(set(numbers))
            if selection is ALL:
                assert numbers == list(range(first + 1, first + PAGE + 1))
            else:
                assert all(row.is_mistake for row in page.rows)
    print(f"a page of 10⁶ visits: median {1000 * sorted(seconds)[6]:.1f} ms, longest {1000 * max(seconds):.1f} ms")
    assert_within(2, max(seconds))
