//! In which order to look for a thing: the searching rule of the memory (Brom 3), with and without the way there.

use super::{Memory, What};
use crate::house::PlaceId;
use crate::search::{MOST_SEARCH_PLACES, SearchOrder, SearchPlaces, by_chance_per_effort};

/// No way counts as more than this: sums over an order stay finite, so that orders can be compared.
const FARTHEST_LOOKS: f32 = 1e5;

impl Memory {
    /// The specific places with their chances, the most chance per look first: the searching rule of this memory where
    /// the way from place to place costs nothing. [`order_with_travel`](Self::order_with_travel) counts it.
    pub fn order(&self, what: What, now_s: f64) -> Vec<(PlaceId, f32)> {
        let mut chances = Vec::new();
        self.chances(what, now_s, &mut chances);
        let mut order: Vec<_> = self.house.leaves().iter().copied().zip(chances).collect();
        // Leaves stand in the order of their numbers, which decides between places that are worth the same.
        by_chance_per_effort(&mut order, |(place, chance)| (*chance, self.house[*place].size as f32));
        order
    }

    /// The specific places where the thing may be, in the order of least expected effort with travel counted. A look
    /// costs 1, and `travel` says what it costs in looks to go to a place: from another, or from where the seeker
    /// stands (`None`). Where no way leads it is infinite, and the place comes last. The [`MOST_SEARCH_PLACES`] with the
    /// most chance per look are put in order, the rest follow.
    ///
    /// ```
    /// use piaget_memory::{House, Memory, MemoryConfig, SearchOrder, What};
    /// use piaget_terms::Name;
    /// let house = House::from_text("home.kdl", r#"place "home" { place "desk"; place "attic" }"#).unwrap();
    /// let (desk, attic) = (house.find("desk").unwrap(), house.find("attic").unwrap());
    /// let mut memory = Memory::new(house, MemoryConfig::default());
    /// let lamp = What { object: Name::cut("lamp").into(), kind: Name::cut("lamp") };
    /// memory.found(lamp, desk, 0.0);
    /// memory.found(lamp, attic, 86_400.0);
    /// let now_s = 10.0 * 86_400.0;
    /// assert_eq!(memory.order(lamp, now_s)[0].0, attic);
    /// // The attic is likelier, but far away.
    /// let travel = |_, to| if to == attic { 50.0 } else { 1.0 };
    /// assert_eq!(memory.order_with_travel(&mut SearchOrder::default(), lamp, now_s, travel)[0], desk);
    /// ```
    pub fn order_with_travel(
        &self,
        search: &mut SearchOrder,
        what: What,
        now_s: f64,
        travel: impl Fn(Option<PlaceId>, PlaceId) -> f32,
    ) -> Vec<PlaceId> {
        let mut order = self.order(what, now_s);
        order.retain(|(_, chance)| *chance > 0.0);
        let rest = order.split_off(order.len().min(MOST_SEARCH_PLACES));
        let looks = |to: PlaceId| self.house[to].size as f32;
        // A way that is not a number costs nothing: the host does not know it.
        let bounded = |way: f32| if way.is_nan() { 0.0 } else { way.clamp(0.0, FARTHEST_LOOKS) };
        let leg = |from: Option<PlaceId>, to: PlaceId| bounded(travel(from, to)) + looks(to);
        let stops = || std::iter::once(None).chain(order.iter().map(|(place, _)| Some(*place)));
        let places = SearchPlaces {
            chance: order.iter().map(|(_, chance)| *chance).collect(),
            effort: stops()
                .flat_map(|from| stops().map(move |to| to.map_or(0.0, |to| leg(from, to))))
                .collect(),
            seen: Vec::new(),
        };
        let sorted = search.find(&places).iter().map(|at| order[usize::from(*at)].0);
        sorted.chain(rest.iter().map(|(place, _)| *place)).collect()
    }
}
