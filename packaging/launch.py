"""Where the frozen program starts."""

import sys

from perceptron_gui.__main__ import main

sys.exit(main())
