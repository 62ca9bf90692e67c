"""What orders are called in the bar at the top, and what each means (P4)."""

from __future__ import annotations

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.translation import N_

ORDERS = {
    Order.CYCLIC: N_("cyclic"),
    Order.SHUFFLED: N_("shuffled"),
    Order.RANDOM: N_("random"),
    Order.BATCH: N_("batch"),
    Order.ONLINE: N_("online"),
}
ORDER_HINTS = {
    Order.CYCLIC: N_("in the order of placement"),
    Order.SHUFFLED: N_("another order in every epoch, the same for the same seed"),
    Order.RANDOM: N_("always some error, drawn at random, the same for the same seed"),
    Order.BATCH: N_("all points under the same weights, then one update with the sum over the errors"),
    Order.ONLINE: N_("each point once, as it arrives"),
}
